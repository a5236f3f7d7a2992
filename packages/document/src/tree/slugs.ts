/** A page that got another slug, because another page beside it has that one. */
export interface RenamedPage {
  readonly page: string;
  readonly from: string;
  readonly to: string;
}

/** A page in a list, with its slug and whether it had it before the other side's pages came. */
export interface SluggedPage {
  readonly page: string;
  readonly slug: string | undefined;
  readonly settled: boolean;
}

/** Gives pages of one list different slugs; URLs do not tell cases apart. Settled pages keep theirs. */
export const separateSlugs = (pages: readonly SluggedPage[]): RenamedPage[] => {
  const used = new Set<string>();
  const wanted = new Set(pages.flatMap(({ slug }) => (slug === undefined ? [] : [slug.toLowerCase()])));
  const renamed: RenamedPage[] = [];
  for (const { page, slug } of [
    ...pages.filter((one) => one.settled),
    ...pages.filter((one) => !one.settled),
  ]) {
    if (slug === undefined) continue;
    if (!used.has(slug.toLowerCase())) {
      used.add(slug.toLowerCase());
      continue;
    }
    let number = 1;
    const free = (name: string) => !used.has(name.toLowerCase()) && !wanted.has(name.toLowerCase());
    while (!free(`${slug}-${number}`)) number++;
    const to = `${slug}-${number}`;
    used.add(to.toLowerCase());
    renamed.push({ page, from: slug, to });
  }
  return renamed;
};
