// What a site does beyond showing its pages. Every page can be read without it.
(() => {
  const root = document.documentElement;
  root.classList.add('scripted');

  // Light and dark: before anything is painted.
  const remembered = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const remember = (key, value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Readers may forbid it; then nothing is remembered.
    }
  };
  const chosen = remembered('theme');
  if ('toggle' in root.dataset && ['light', 'dark', 'system'].includes(chosen)) root.dataset.theme = chosen;
  const { announcement } = root.dataset;
  if (announcement && remembered('announcement') === announcement) root.classList.add('announcement-closed');

  const chooseTheme = (theme) => {
    root.dataset.theme = theme;
    remember('theme', theme);
    markTheme();
  };
  const markTheme = () => {
    for (const choice of document.querySelectorAll('[data-theme-choice]'))
      choice.setAttribute('aria-pressed', String(choice.dataset.themeChoice === root.dataset.theme));
  };

  const element = (name, text, ...children) => {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    made.append(...children);
    return made;
  };

  const copy = async (button, text) => {
    await navigator.clipboard.writeText(text);
    const label = button.querySelector('span');
    const before = label ? label.textContent : button.getAttribute('aria-label');
    const say = (words) => {
      if (label) label.textContent = words;
      else button.setAttribute('aria-label', words);
    };
    button.classList.add('done');
    say(button.dataset.done);
    setTimeout(() => {
      button.classList.remove('done');
      say(before);
    }, 1800);
  };

  const codeOf = (button) =>
    [...button.closest('figure').querySelectorAll('.line')]
      .map((line) => line.textContent.replace(/\n$/, ''))
      .join('\n');

  // What readers do, for the insights of the site; without cookies.
  const report = (event) => {
    const { view } = root.dataset;
    if (view) navigator.sendBeacon(view, new URLSearchParams(event));
  };

  // Clicks on links to elsewhere, also those that open another tab.
  const PLACES = ['announcement', 'header', 'footer', 'main'];
  const reportLink = ({ target, button }) => {
    const link = target.closest?.('a[href]');
    if (!link || button > 1 || !/^https?:$/.test(link.protocol) || link.host === location.host) return;
    const place = PLACES.find((name) => link.closest(`.${name}`)) ?? 'sidebar';
    report({ type: 'link_click', target: link.href, position: place === 'main' ? 'content' : place });
  };

  // The search.
  const startSearch = (dialog) => {
    const input = dialog.querySelector('input');
    const list = dialog.querySelector('ul');
    const note = dialog.querySelector('.search-note');
    let asked = 0;
    let answered;
    let timer;

    const items = () => [...list.querySelectorAll('a')];
    const select = (at) => {
      for (const [index, item] of items().entries()) item.setAttribute('aria-selected', String(index === at));
      const item = items()[at];
      item?.scrollIntoView({ block: 'nearest' });
      input.setAttribute('aria-expanded', String(items().length > 0));
      input.setAttribute('aria-activedescendant', item?.id ?? '');
    };
    const selected = () => items().findIndex((item) => item.getAttribute('aria-selected') === 'true');

    // Text with its matches marked, given as pairs of start and end.
    const marked = (name, text, matches = []) => {
      const made = element(name);
      let at = 0;
      for (const [start, end] of matches) {
        made.append(text.slice(at, start), element('mark', text.slice(start, end)));
        at = end;
      }
      made.append(text.slice(at));
      return made;
    };

    const show = (results, words) => {
      list.replaceChildren(
        ...results.map(
          ({ title, titleMatches, href, place, heading, headingMatches, excerpt, matches }, at) => {
            const link = element('a');
            Object.assign(link, { href, id: `~result-${at}`, role: 'option', tabIndex: -1 });
            if (place) link.append(element('small', place));
            link.append(marked('strong', title, titleMatches));
            if (heading) link.append(element('span', '', marked('b', heading, headingMatches)));
            if (excerpt) link.append(marked('span', excerpt, matches));
            const item = element('li', '', link);
            item.role = 'none';
            return item;
          },
        ),
      );
      note.textContent = words;
      select(0);
    };

    // The results of another query are removed at once.
    let shown;
    const begin = () => {
      const query = input.value.trim();
      if (query === shown) return;
      shown = query;
      asked++;
      show([], query === '' ? note.dataset.hint : dialog.dataset.pending);
    };

    const search = async () => {
      const query = input.value.trim();
      begin();
      const own = ++asked;
      if (query === '') return;
      try {
        const url = new URL(dialog.dataset.endpoint, location.href);
        url.searchParams.set('q', query);
        const answer = await fetch(url, { headers: { accept: 'application/json' } });
        if (!answer.ok) throw new Error(String(answer.status));
        const { items: results } = await answer.json();
        // An answer that comes late is not shown over a later one. Only addresses that lead somewhere are.
        const found = results.filter(({ href }) => /^(https?:|\/|\.|\?|#)/i.test(href));
        if (own === asked) {
          show(found, found.length > 0 ? '' : dialog.dataset.empty.replace('{query}', query));
          answered = query;
        }
      } catch {
        if (own === asked) show([], dialog.dataset.failed);
      }
    };

    input.addEventListener('input', () => {
      clearTimeout(timer);
      begin();
      timer = setTimeout(search, 120);
    });
    input.addEventListener('keydown', (event) => {
      // The field's own answer to Escape would only empty it.
      if (event.key === 'Escape') {
        event.preventDefault();
        dialog.close();
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const count = items().length;
      if (step && count > 0) {
        event.preventDefault();
        select((selected() + step + count) % count);
      } else if (event.key === 'Enter' && selected() >= 0) {
        event.preventDefault();
        items()[selected()].click();
      }
    });
    list.addEventListener('click', () => {
      report({ type: 'search_open_result', query: input.value.trim() });
      dialog.close();
    });
    // Only now the text is complete.
    dialog.addEventListener('close', () => {
      if (answered && answered === input.value.trim())
        report({ type: 'search_type_query', query: answered, results: items().length });
    });
    return (query) => {
      document.querySelector('.sidebar:popover-open')?.hidePopover();
      if (!dialog.open) {
        dialog.showModal();
        report({ type: 'search_open' });
      }
      if (query) input.value = query;
      input.select();
      search();
    };
  };

  // Tabs of one name follow each other, here and on the next page.
  const followTabs = () => {
    const labelOf = (choice) => choice.nextElementSibling.textContent.trim();
    const all = () => [...document.querySelectorAll('.tab-choice')];
    const choose = (name) => {
      for (const choice of all()) if (labelOf(choice) === name) choice.checked = true;
    };
    const last = remembered('tab');
    if (last) choose(last);
    document.addEventListener('change', ({ target }) => {
      if (!target.classList?.contains('tab-choice')) return;
      const top = target.getBoundingClientRect().top;
      choose(labelOf(target));
      remember('tab', labelOf(target));
      // What the reader looks at stays where it is.
      scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' });
    });
  };

  // Names of headings are made in other ways elsewhere: what counts is their letters.
  const placeLike = (id) => {
    const bare = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    const wanted = bare(id);
    return wanted && [...document.querySelectorAll('.article [id]')].find((at) => bare(at.id) === wanted);
  };

  // What an address points at is shown, wherever it is folded away.
  const reveal = () => {
    let id = '';
    try {
      id = decodeURIComponent(location.hash.slice(1));
    } catch {
      return;
    }
    const exact = id && document.getElementById(id);
    const target = exact || placeLike(id);
    if (!target) return;
    let isHidden = !exact;
    for (let at = target; at; at = at.parentElement) {
      if (at.tagName === 'DETAILS' && !at.open) {
        at.open = true;
        isHidden = true;
      }
      const choice = at.classList.contains('panel') && at.previousElementSibling.previousElementSibling;
      if (choice && !choice.checked) {
        choice.checked = true;
        isHidden = true;
      }
    }
    if (isHidden) target.scrollIntoView();
  };

  // The outline says where the reader is.
  const followOutline = () => {
    const links = new Map(
      [...document.querySelectorAll('.outline a')].map((link) => [
        decodeURIComponent(link.hash.slice(1)),
        link,
      ]),
    );
    const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
    if (headings.length === 0) return;
    const mark = () => {
      const isAtEnd = innerHeight + scrollY >= document.body.scrollHeight - 4;
      const above = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight * 0.3);
      const current = isAtEnd && scrollY > 0 ? headings.at(-1) : (above.at(-1) ?? headings[0]);
      for (const [id, link] of links) {
        if (id === current.id) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    };
    let isWaiting = false;
    const later = () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        mark();
      });
    };
    addEventListener('scroll', later, { passive: true });
    mark();
  };

  // By the bar alone: scrolling to the link would also begin the walk by Tab there, behind the link that skips it.
  const showCurrent = () => {
    const bar = document.querySelector('.sidebar');
    const current = bar?.querySelector('.nav [aria-current]');
    if (!current) return;
    const [own, whole] = [current.getBoundingClientRect(), bar.getBoundingClientRect()];
    if (own.bottom > whole.bottom || own.top < whole.top)
      bar.scrollTop += own.top - whole.top - whole.height / 2;
  };

  const enlarge = (link) => {
    const dialog = document.querySelector('.zoom-dialog');
    const shown = [...link.querySelectorAll('img')].find((image) => image.offsetWidth > 0);
    if (!dialog || !shown) return false;
    dialog.querySelector('img')?.remove();
    const image = element('img');
    image.src = shown.currentSrc || shown.src;
    image.alt = shown.alt;
    dialog.append(image);
    dialog.showModal();
    return true;
  };

  const sendFeedback = async (form, button) => {
    const body = new URLSearchParams(new FormData(form, button));
    const answer = await fetch(form.action, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
    });
    if (!answer.ok) throw new Error(String(answer.status));
    const thanks = element('p', form.dataset.done);
    thanks.setAttribute('role', 'status');
    form.replaceChildren(thanks);
  };

  document.addEventListener('DOMContentLoaded', () => {
    const dialog = document.querySelector('.search-dialog');
    const openSearch = dialog && startSearch(dialog);
    markTheme();
    followTabs();
    followOutline();
    reveal();
    addEventListener('hashchange', reveal);
    showCurrent();
    report({
      referrer: document.referrer,
      campaign: /[?&]utm_/.test(location.search) ? location.search : '',
    });

    for (const type of ['click', 'auxclick']) document.addEventListener(type, reportLink);
    document.addEventListener('click', async (event) => {
      const { target } = event;
      for (const menu of document.querySelectorAll('.menu[open]'))
        if (!menu.contains(target)) menu.open = false;
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
      const found = (selector) => target.closest?.(selector);
      const opener = found('[data-search-open]');
      const zoom = found('.zoom');
      const copier = found('[data-copy]');
      const page = found('[data-copy-page]');
      if (opener && openSearch && isPlain) {
        event.preventDefault();
        openSearch(opener.dataset.query);
      } else if (zoom && isPlain) {
        if (enlarge(zoom)) event.preventDefault();
      } else if (copier) await copy(copier, codeOf(copier));
      else if (page) await copy(page, await (await fetch(page.dataset.copyPage)).text());
      else if (found('[data-theme-choice]')) {
        chooseTheme(found('[data-theme-choice]').dataset.themeChoice);
      } else if (found('[data-announcement-close]')) {
        remember('announcement', announcement);
        root.classList.add('announcement-closed');
      } else if (found('[data-close]') || target.tagName === 'DIALOG' || found('.zoom-dialog img')) {
        found('dialog').close();
      }
    });

    document.addEventListener('keydown', (event) => {
      const isTyping =
        /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
      const isAsked =
        (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) ||
        (event.key === '/' && !isTyping);
      if (isAsked && openSearch) {
        event.preventDefault();
        openSearch();
      } else if (event.key === 'Escape') {
        for (const menu of document.querySelectorAll('.menu[open]')) {
          menu.open = false;
          menu.querySelector('summary').focus();
        }
      }
    });

    document.addEventListener('submit', (event) => {
      const form = event.target;
      if (!('feedback' in form.dataset)) return;
      event.preventDefault();
      // A form that cannot be sent this way goes the plain way, with what was pressed.
      sendFeedback(form, event.submitter).catch(() => {
        const pressed = element('input');
        Object.assign(pressed, { type: 'hidden', name: event.submitter.name, value: event.submitter.value });
        form.append(pressed);
        HTMLFormElement.prototype.submit.call(form);
      });
    });
  });
})();
