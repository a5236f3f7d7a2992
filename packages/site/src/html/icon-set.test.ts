import { describe, expect, test } from 'vitest';
import { createSymbols, readIconSet } from './icon-set.ts';
import { iconFile, namedIcon, withIconFiles, withIconSymbols } from './named-icons.ts';

const icons = readIconSet();
const symbolOf = createSymbols(icons);
const solid = createSymbols(icons, 'solid');
const pathOf = (name: string, symbols = symbolOf) => symbols(name).path.toString();
const unknown = pathOf('no-such-thing-at-all');

// Names that sites had before the whole set was there.
const EARLIER =
  'search menu close sun moon chevron-right arrow-left copy check link file book info circle-check warning danger edit download globe rss list tag user users gear bolt rocket house star heart code terminal lock key cloud database folder image puzzle message bell calendar chart cube shield play wand paint question table mobile envelope hand tree sitemap compass clock video map building cart card bug branch magnifying-glass bars xmark circle-info info-circle check-circle triangle-exclamation exclamation-triangle circle-exclamation octagon-exclamation pen pencil pen-to-square file-lines file-code book-open book-bookmark gears cog sliders wrench screwdriver bolt-lightning rocket-launch home code-simple brackets-curly square-terminal lock-open cloud-arrow-up server folder-open images puzzle-piece plug comment comments calendar-days chart-line chart-simple box cubes shield-check shield-halved circle-play wand-magic-sparkles sparkles palette paintbrush paintbrush-pencil circle-question question-circle table-columns grid mobile-screen hand-wave hand-point-right folder-tree diagram-project network-wired timer clock-rotate-left camera film signs-post location-dot briefcase cart-shopping credit-card layer-group graduation-cap bullseye code-branch code-pull-request arrow-up-right-from-square external-link tags people-group user-group list-check list-ul flag lightbulb'.split(
    ' ',
  );

describe('icons of content', () => {
  test.each(EARLIER)('%s has an icon', (name) => {
    for (const symbols of [symbolOf, solid]) {
      expect(pathOf(name, symbols)).toContain('<path d="');
      expect(pathOf(name, symbols)).not.toBe(unknown);
    }
  });

  test('all free icons are known, in the style of the site', () => {
    expect(Object.keys(icons.solid).length).toBeGreaterThan(1_300);
    expect(Object.keys(icons.brands).length).toBeGreaterThan(500);
    for (const name of ['github', 'discord', 'docker', 'handshake', 'mug-hot', 'user-astronaut', 'spa'])
      expect(pathOf(name)).not.toBe(unknown);
    expect(pathOf('lightbulb')).not.toBe(pathOf('lightbulb', solid));
    expect(pathOf('lightbulb', solid)).toContain(icons.solid.lightbulb![2]);
  });

  test('other names of an icon, names of sold icons and unknown names are drawn, too', () => {
    expect(pathOf('cutlery', solid)).toBe(pathOf('utensils', solid));
    expect(pathOf('cloud-binary', solid)).toBe(pathOf('cloud', solid));
    expect(pathOf('regular-person-trophy', solid)).toBe(pathOf('person', solid));
    for (const name of ['constructor', 'toString', 'x']) expect(pathOf(name)).toContain('<path');
  });

  test('a page contains each icon that it uses once', () => {
    const body = ['rocket', 'fa-rocket', 'fa-solid fa-rocket', 'github'].map((name) => namedIcon(name));
    const html = withIconSymbols(`<body>${body.join('')}&lt;use href="#~icon-house"&gt;</body>`, symbolOf);
    expect(html.match(/<symbol id="[^"]+"/g)).toEqual([
      '<symbol id="~icon-rocket"',
      '<symbol id="~icon-github"',
    ]);
    expect(html.match(/<use href="#~icon-rocket">/g)).toHaveLength(3);
    expect(withIconSymbols('<body></body>', symbolOf)).toBe('<body></body>');
  });

  test('HTML outside of a page uses files', () => {
    const html = `${namedIcon('fa-solid fa-rocket')}&lt;use href="#~icon-house"&gt;`;
    expect(withIconFiles(html, (name) => `/icons/${name}#icon`)).toBe(
      html.replace('#~icon-rocket', '/icons/rocket#icon'),
    );
    expect(iconFile(symbolOf('rocket'))).toContain('<symbol id="icon" viewBox="0 0 24 24"><path d="');
  });

  test('what is not a name is not an icon', () => {
    for (const name of [undefined, 3, '', ' ', '"><script>', 'a'.repeat(200), '🚀'])
      expect(namedIcon(name)).toBeUndefined();
  });
});
