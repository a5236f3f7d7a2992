// Passkeys on the sign-in and account pages: asks the server for options and the browser for an answer, and sends it with the form.
const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const withBytes = (list) => list?.map((one) => ({ ...one, id: toBytes(one.id) }));

const optionsOf = (json) => ({
  ...json,
  challenge: toBytes(json.challenge),
  ...(json.user && { user: { ...json.user, id: toBytes(json.user.id) } }),
  ...(json.excludeCredentials && { excludeCredentials: withBytes(json.excludeCredentials) }),
  ...(json.allowCredentials && { allowCredentials: withBytes(json.allowCredentials) }),
});

// The names of the parts that an answer may have.
const PARTS = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];

const answerOf = ({ id, type, rawId, response, authenticatorAttachment }) => ({
  id,
  type,
  rawId: toText(rawId),
  authenticatorAttachment,
  clientExtensionResults: {},
  response: {
    ...Object.fromEntries(
      PARTS.filter((name) => response[name]).map((name) => [name, toText(response[name])]),
    ),
    transports: response.getTransports?.(),
  },
});

const say = (form, message) => {
  const note = form.querySelector('[role=alert]');
  note.textContent = message;
  note.hidden = message === '';
};

const MESSAGES = {
  NotAllowedError: 'No passkey was used. Try again, or choose another way.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work at this address. Open the server at its public address.',
};

const ask = async (form, options) => {
  const response = await fetch(options, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(new FormData(form)),
  });
  const json = await response.json();
  if (!response.ok) throw new Error(json.error.message);
  const publicKey = optionsOf(json);
  return json.user ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey });
};

const start = async (form, options, button) => {
  say(form, '');
  button.disabled = true;
  try {
    form.elements.credential.value = JSON.stringify(answerOf(await ask(form, options)));
    form.submit();
  } catch (error) {
    say(form, MESSAGES[error.name] ?? error.message);
    button.disabled = false;
  }
};

for (const form of document.querySelectorAll('form[data-passkey]')) {
  // Without scripts, or without passkeys in this browser, the form stays hidden.
  form.hidden = !window.PublicKeyCredential;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    start(form, form.dataset.passkey, form.querySelector('button'));
  });
}

// A form in which a passkey takes the place of a password.
for (const button of document.querySelectorAll('button[data-passkey]')) {
  const { form } = button;
  const { password } = form.elements;
  button.hidden = !window.PublicKeyCredential;
  button.addEventListener('click', async (event) => {
    event.preventDefault();
    if (password) password.disabled = true;
    if (form.reportValidity()) await start(form, button.dataset.passkey, button);
    if (password) password.disabled = false;
  });
}
