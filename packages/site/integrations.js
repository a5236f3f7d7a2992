// `window.GitBook`, which scripts of integrations use, and the consent of readers to cookies.
(() => {
  const COOKIE = '__gitbook_cookie_granted';
  const YEAR_SECONDS = 31536000;
  // Only this element knows the scripts that wait for consent.
  const waiting = JSON.parse(document.currentScript.dataset.scripts);
  const listeners = new Map([
    ['load', new Set()],
    ['unload', new Set()],
  ]);
  const assistants = new Map();
  let isLoaded = false;
  let hasOtherBanner = false;

  const choice = () => {
    const cookies = document.cookie.split('; ');
    return ['yes', 'no'].find((value) => cookies.includes(`${COOKIE}=${value}`));
  };

  const banner = () => document.querySelector('.consent');
  const showBanner = (isShown) => {
    if (banner()) banner().hidden = !isShown || hasOtherBanner;
  };

  const choose = (value) => {
    const before = choice();
    const secure = location.protocol === 'https:' ? '; secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: pages without TLS have no other way
    document.cookie = `${COOKIE}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
    showBanner(false);
    // Scripts read the choice when they start. Browsers may also refuse the cookie.
    const after = choice();
    if (after !== before && (before === 'yes' || after === 'yes')) location.reload();
  };

  const call = (listener) => {
    try {
      listener();
    } catch (error) {
      reportError(error);
    }
  };

  const template = () => document.getElementById('~assistant').content;
  // The question to an assistant; some names say "Ask" already.
  const askText = (label) => {
    const text = template().firstElementChild.dataset.label;
    const around = text
      .split('{name}')
      .map((part) => part.trim().toLowerCase())
      .filter(Boolean);
    const name = label.toLowerCase();
    return around.some((part) => name.startsWith(`${part} `) || name.endsWith(` ${part}`))
      ? label
      : text.replace('{name}', label);
  };
  // Its icon by name or address; without one, the first letter of its name is shown, so that assistants look different.
  const assistantIcon = ({ icon }) => {
    const name = String(icon ?? '').trim();
    if (/^(https:|data:image\/)/i.test(name)) return Object.assign(new Image(16, 16), { src: name, alt: '' });
    const plain = name.replace(/^(?:fa-\w+ +)?fa-/, '').replace(/^(sparkle|wand.*)$/, 'sparkles');
    const known = [...template().querySelectorAll('[data-icon]')].find(
      ({ dataset }) => dataset.icon === plain,
    );
    return known?.firstElementChild.cloneNode(true);
  };
  // An assistant has a button beside the search, and one in it that passes the query on.
  const assistantButton = (assistant, text, queryOf) => {
    const { label, open } = assistant;
    const button = template().firstElementChild.cloneNode(true);
    const icon = assistantIcon(assistant);
    const place = button.querySelector('.assistant-icon');
    // An attribute, because a letter in the text would be part of the name of the button.
    if (icon) place.append(icon);
    else place.dataset.letter = [...label.replace(/^ask /i, '')][0] ?? '';
    button.querySelector('.assistant-name').textContent = text;
    button.setAttribute('aria-label', askText(label));
    button.addEventListener('click', () => {
      const query = queryOf();
      document.querySelector('.search-dialog[open]')?.close();
      call(() => open(query || undefined));
    });
    return button;
  };
  // Assistants are shown in the order of their registration.
  const addAfter = (element, button) => {
    let last = element;
    while (last.nextElementSibling?.matches('.assistant-button')) last = last.nextElementSibling;
    last.after(button);
  };
  const showAssistant = (assistant) => {
    const dialog = document.querySelector('.search-dialog');
    const buttons = [...document.querySelectorAll('.search-button')].map((search) => {
      const button = assistantButton(assistant, assistant.label, () => '');
      addAfter(search, button);
      return button;
    });
    if (dialog) {
      const button = assistantButton(assistant, askText(assistant.label), () =>
        dialog.querySelector('input').value.trim(),
      );
      addAfter(dialog.querySelector('form'), button);
      buttons.push(button);
    }
    return buttons;
  };

  window.GitBook = {
    addEventListener: (type, listener) => {
      listeners.get(type)?.add(listener);
      if (type === 'load' && isLoaded) queueMicrotask(() => call(listener));
    },
    removeEventListener: (type, listener) => {
      listeners.get(type)?.delete(listener);
    },
    registerAssistant: (given) => {
      const assistant = { ...given, label: String(given.label ?? '').trim() || 'Assistant' };
      const key = {};
      const show = () => {
        if (assistants.has(key) && assistant.ui !== false) assistants.set(key, showAssistant(assistant));
      };
      assistants.set(key, []);
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
      else show();
      return () => {
        for (const button of assistants.get(key) ?? []) button.remove();
        assistants.delete(key);
      };
    },
    // Tools are for an assistant of the site, which there is none of.
    registerTool: () => {},
    registerCookieBanner: (handler) => {
      hasOtherBanner = true;
      showBanner(false);
      handler({ onApprove: () => choose('yes'), onReject: () => choose('no') });
    },
    isCookiesTrackingDisabled: () => ({ yes: false, no: true })[choice()],
    isGlobalPrivacyControlEnabled: () => navigator.globalPrivacyControl === true,
  };

  const load = (src) =>
    new Promise((resolve) => {
      const script = document.createElement('script');
      script.src = src;
      script.onload = resolve;
      script.onerror = resolve;
      document.head.append(script);
    });
  // At once, so that they start before the page has loaded, as others do.
  const loading = choice() === 'yes' ? waiting.map(load) : [];

  addEventListener('load', async () => {
    await Promise.all(loading);
    isLoaded = true;
    for (const listener of listeners.get('load')) call(listener);
    if (choice() === undefined && !navigator.globalPrivacyControl) showBanner(true);
  });
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) for (const listener of listeners.get('unload')) call(listener);
  });
  document.addEventListener('click', ({ target }) => {
    const answer = target.closest?.('[data-consent]');
    if (answer) choose(answer.dataset.consent);
    else if (target.closest?.('.consent-again')) {
      document.querySelector('.sidebar:popover-open')?.hidePopover();
      showBanner(true);
      banner()?.querySelector('button').focus();
    }
  });
})();
