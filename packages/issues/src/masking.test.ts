import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { maskPersonalData } from './masking.ts';

describe('masking', () => {
  test.each([
    ['write to Jo.Doe+docs@mail.example.co.uk today', 'write to [email] today'],
    ['call +44 20 7946 0958 or (555) 123-4567', 'call [phone] or [phone]'],
    ['call 555-123-4567 or 0612345678', 'call [phone] or [phone]'],
    ['card 4111 1111 1111 1111 and 5500-0000-0000-0004', 'card [card] and [card]'],
    ['from DE89 3704 0044 0532 0130 00 and GB82WEST12345698765432', 'from [iban] and [iban]'],
    ['https://jo:hunter2@host.test/a?token=abc&x=1', 'https://jo:[secret]@host.test/a?token=[secret]&x=1'],
    ['Authorization: Bearer abcdef0123456789abcdef', 'Authorization: Bearer [secret]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln-_', '[secret]'],
    ['key sk-proj-abcdefghij0123456789 and ghp_abcdefghij0123456789abcd', 'key [secret] and [secret]'],
    ['password: hunter2! and api_key="zzz-111"', 'password: [secret] and api_key="[secret]"'],
    ['ring 4155552671 or 1 415 555 2671', 'ring [phone] or [phone]'],
    ['0171 2345678, 030/1234567, Tel:0171/2345678', '[phone], [phone], Tel:[phone]'],
    ['電話は０９０-１２３４-５６７８です', '電話は[phone]です'],
    ['Llámame al móvil 612 345 678 hoy', 'Llámame al móvil [phone] hoy'],
    ['call 0171 2345678, 3 times', 'call [phone], 3 times'],
    ['4111.1111.1111.1111, 4111 1111 1111 1111 12/27', '[card], [card] 12/27'],
    ['3782 822463 10005 and ４１１１１１１１１１１１１１１１', '[card] and [card]'],
    ['CVV is 123, CVC: 4567, Prüfziffer 123', 'CVV is [secret], CVC: [secret], Prüfziffer [secret]'],
    [
      'My PIN is 1234 and the verification code 123456',
      'My PIN is [secret] and the verification code [secret]',
    ],
    ['123-45-6789, SSN 123456789', '[ssn], SSN [ssn]'],
    ['jo＠example．com and jo (at) example.com', '[email] and [email]'],
    ['API key 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', 'API key [secret]'],
    ['it is 0123456789abcdef0123456789abcdef', 'it is [secret]'],
    ['Authorization: Token 0123456789abcdef0123', 'Authorization: Token [secret]'],
    ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE9EY works', '[secret] works'],
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfi', 'AWS_SECRET_ACCESS_KEY=[secret]'],
    ['token 550e8400-e29b-41d4-a716-446655440000', 'token [secret]'],
    ['my API key is 550e8400-e29b-41d4-a716-446655440000.', 'my API key is [secret].'],
    ['clave API: 0123abcd-4567-ef01, APIキー: abcd1234efgh5678', 'clave API: [secret], APIキー: [secret]'],
    ['https://hooks.slack.com/services/T000/B000/abcDEF', 'https://hooks.slack.com/services/[secret]'],
    [
      `AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;x=1`,
      'AccountKey=[secret];x=1',
    ],
    ['my number is 5551234567, unser Telefon 5551234567', 'my number is [phone], unser Telefon [phone]'],
    ['رقمي ٠١٠٠١٢٣٤٥٦٧ و ۰۹۱۲۳۴۵۶۷۸۹', 'رقمي [phone] و [phone]'],
    ['john (at) example (dot) com, john [at] mail[dot]example[dot]com', '[email], [email]'],
    ['write to john.doe at example dot com please', 'write to [email] please'],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 is it, 4111_1111_1111_1111 too', '[card] is it, [card] too'],
    [`gl${'pat'}-ABCdefGHIjklMNOpqrsT and hf_${'abcdefghij'.repeat(3)}ABCD`, '[secret] and [secret]'],
    [`dop_v1_${'abcdef'.repeat(10)} and xoxb-abcdefghijkl-mnop`, '[secret] and [secret]'],
    [`the wallet 0x${'0123456789abcdef'.repeat(4)} is empty`, 'the wallet [secret] is empty'],
    [
      'OTP 123 456, verification code 123-456. PIN 1234.',
      'OTP [secret], verification code [secret]. PIN [secret].',
    ],
  ])('masks personal data: %s', (text, expected) => expect(maskPersonalData(text)).toBe(expected));

  test.each([
    ['"john doe"@example.com cannot sign in', '[email] cannot sign in'],
    ['jo{at}example{dot}com and jo {at} mail {dot} example.com', '[email] and [email]'],
    ['5551234567 is my phone number, 12345678 (mobile)', '[phone] is my phone number, [phone] (mobile)'],
    ['My passport number is C01X00T47 and it fails', 'My passport number is [id] and it fails'],
    ['ID card T220001293, DNI 12345678Z, Reisepass C01X00T47', 'ID card [id], DNI [id], Reisepass [id]'],
    ['national insurance number QQ 12 34 56 C is refused', 'national insurance number [id] is refused'],
    ['I live at 221B Baker Street, London and wait', 'I live at [address] and wait'],
    ['send it to 12 Main St, Springfield, IL 62704 please', 'send it to [address] please'],
    ['Hauptstraße 12, 10115 Berlin; 12 rue de la Paix, 75002 Paris', '[address]; [address]'],
    ['Calle de Alcalá 45; Via Roma 7', '[address]; [address]'],
    ['I was born on 12 March 1985, DOB: 01/02/1985', 'I was born on [birth date], DOB: [birth date]'],
    [
      'geboren am 1.2.1985, my date of birth is May 3, 1990',
      'geboren am [birth date], my date of birth is [birth date]',
    ],
    ['My name is Ann van der Berg and it fails', 'My name is [name] and it fails'],
    ['Ich heiße J. Müller. Me llamo Ana', 'Ich heiße [name]. Me llamo [name]'],
    ['Hello, I am Maria Garcia, where is my invoice?', 'Hello, I am [name], where is my invoice?'],
    ["I'm Jane Doe and I want to export", "I'm [name] and I want to export"],
    ['This is Bob Miller from Acme, how do I export?', 'This is [name] from Acme, how do I export?'],
    [
      'Ich bin Anna von Berg. Ich bin am 12. April 1990 geboren',
      'Ich bin [name]. Ich bin am [birth date] geboren',
    ],
    ['ID number 12345678Z, my ID number is 12345678', 'ID number [id], my ID number is [id]'],
    ['jane {dot} roe {at} example is refused', '[email] is refused'],
    ['jane(dot)roe(at)example(dot)com and jane dot roe at example dot com', '[email] and [email]'],
    ['I was born in April 1990. Born in Sept. 1985', 'I was born in [birth date]. Born in [birth date]'],
    ['Nacida en abril de 1990', 'Nacida en [birth date]'],
    ['12 Rue Victor-Hugo 69002 Lyon; 3 bis, avenue des Ternes, 75017 Paris', '[address]; [address]'],
    ['5 cours Lafayette, 8 route de Paris', '[address], [address]'],
    ['10 Downing Street, London SW1A 2AA is mine', '[address] is mine'],
    ["Flat 3, 45 King's Close, Leeds LS1 4AP; my postcode is M1 1AE", '[address]; my postcode is [address]'],
    ['P.O. Box 123, Springfield, IL 62704; PO Box 99; Postfach 12 34 56', '[address]; [address]; [address]'],
    ['my name is jane roe and it fails', 'my name is [name] and it fails'],
    [
      'hi my name is jane, why? my name is bob my account is locked',
      'hi my name is [name], why? my name is [name] my account is locked',
    ],
    ['me llamo ana garcía', 'me llamo [name]'],
    ['Peter Parker here, how do I export?', '[name] here, how do I export?'],
    ['Hi team, Ann van der Berg here. It fails', 'Hi team, [name] here. It fails'],
  ])('masks data of a person by the words around it: %s', (text, expected) =>
    expect(maskPersonalData(text)).toBe(expected),
  );

  test.each([
    'The identity provider is not working, the passport page has 12345 rows, ID cards of 2024',
    'Where are the 12 Main settings? 5 Drive folders, 3 Street View images, a 404 at Road 2',
    'How long is my password? What is my password? This is my password field',
    'It was born in 2019, my birthday is wrong, the date of birth field is 10/20 wide',
    'I am New Here, I am using Visual Studio Code, This is Google Chrome, I am From Germany and ask',
    'order ID number 12345678 and ticket ID number 87654321',
    'My name is wrong on the invoice, my name is not shown, my name is misspelled',
    'A phone with 12345 messages, 2147483647 is my phone limit',
    'It was born in April 2019, the project was born in May 2020, born in the cloud',
    'my name is spelt wrong, my name is too long, my name is different on my card, my name is shown twice, my name is missing',
    'Release Notes here, please',
    'Read More here.',
    'Lead Technical Writer here at Acme.',
    'Google Chrome here and there',
    'The PO Box field, a post box with 3 items, the zip code is wrong, zip 12 files, a postcode is required',
    'We need 3 Square Payments, 2 Way Sync, 12 Table View, Android 14, 5 place names, 3 cours, route 5 of 8',
    'brackets (dot) and (at) signs, meet (at) noon, a {dot} b, price at checkout dot',
  ])('leaves words that only look like data of a person: %s', (text) =>
    expect(maskPersonalData(text)).toBe(text),
  );

  test.each([
    ['correct horse battery staple is my password, why?', '[secret] is my password, why?'],
    ['The password: blue monkey 42 tree', 'The password: [secret]'],
    ['passcode 4821, and the passcode is 482199', 'passcode [secret], and the passcode is [secret]'],
    ['the pass phrase is "open sesame now"', 'the pass phrase is "[secret]"'],
    ['the pass phrase is open sesame forever', 'the pass phrase is [secret]'],
    ['Swordfish is my password', '[secret] is my password'],
    ['I set my password as swordfish.', 'I set my password as [secret].'],
    ['with the password as hunter2 it fails', 'with the password as [secret] it fails'],
    ['I used swordfish as my password', 'I used [secret] as my password'],
    ['My password was hunter2', 'My password was [secret]'],
    ['The password hunter22! is refused', 'The password [secret] is refused'],
    ['The password is swordfish.', 'The password is [secret].'],
    ['password: swordfish', 'password: [secret]'],
    ['login jo, pass: abcd and DB_PASSWORD=geheim', 'login jo, pass: [secret] and DB_PASSWORD=[secret]'],
    [
      'The password for the admin account is hunter2, why?',
      'The password for the admin account is [secret], why?',
    ],
    ['I changed my password to Summer-2024 today', 'I changed my password to [secret] today'],
    ['password password hunter2', 'password password [secret]'],
    ['hunter2 is my password', '[secret] is my password'],
    ['user bob pass hunter2', 'user bob pass [secret]'],
    ['login: bob, pass hunter2.', 'login: bob, pass [secret].'],
    ['credentials bob:hunter2', 'credentials bob:[secret]'],
    ['my login is bob/hunter2!', 'my login is bob/[secret]'],
    ['my password is correct horse battery', 'my password is [secret]'],
    ['My password is correct horse battery and it fails', 'My password is [secret] and it fails'],
    ['The passphrase was purple-elephant-lamp, why?', 'The passphrase was [secret], why?'],
    ['password "correct horse battery staple"', 'password "[secret]"'],
    ['Mein Passwort: Geheim123! funktioniert nicht', 'Mein Passwort: [secret] funktioniert nicht'],
    [
      'Kennwort=abc987, das WLAN-Passwort lautet Sonne77.',
      'Kennwort=[secret], das WLAN-Passwort lautet [secret].',
    ],
    ['Mi contraseña es Secreta123', 'Mi contraseña es [secret]'],
    ['Mon mot de passe est Secret456 et mdp: abc12', 'Mon mot de passe est [secret] et mdp: [secret]'],
    ['A minha senha é Segredo77', 'A minha senha é [secret]'],
    [
      'La password è Segreta88, il mio wachtwoord is Geheim99',
      'La password è [secret], il mio wachtwoord is [secret]',
    ],
    ['パスワードはhunter2です。パスワード：himitsu99', 'パスワードは[secret]です。パスワード：[secret]'],
    ['密码是abc12345，请帮忙', '密码是[secret]，请帮忙'],
    ['비밀번호는 abc12345 입니다', '비밀번호는 [secret] 입니다'],
    ['Мой пароль: Tayna2024', 'Мой пароль: [secret]'],
    ['Hasło to Tajne123, şifre: gizli42', 'Hasło to [secret], şifre: [secret]'],
  ])('masks passwords in running text: %s', (text, expected) =>
    expect(maskPersonalData(text)).toBe(expected),
  );

  test.each([
    [
      'I send {"username":"bob","password":"Tr0ub4dor&3"}, why 401?',
      'I send {"username":"bob","password":"[secret]"}, why 401?',
    ],
    [
      '{"api_key": "abcdefgh"} {"token":"abcdefgh"} {"botToken":"a:bcd"}',
      '{"api_key": "[secret]"} {"token":"[secret]"} {"botToken":"[secret]"}',
    ],
    [
      '{"client_secret" : "abc"}, "pin": "1234", {"cvv":"123","pin":1234}',
      '{"client_secret" : "[secret]"}, "pin": "[secret]", {"cvv":"[secret]","pin":[secret]}',
    ],
    [
      String.raw`{"password":"it's [\"so\"] long"} "{\"password\":\"x1\"}"`,
      String.raw`{"password":"[secret]"} "{\"password\":\"[secret]\"}"`,
    ],
    [
      "{'password': 'hunter2', 'apiKey': 'zzzz'} and \"db_password\" => \"abc\"",
      "{'password': '[secret]', 'apiKey': '[secret]'} and \"db_password\" => \"[secret]\"",
    ],
    [
      '`password`: `x`, **Password:** hunter2 and **Password**: swordfish',
      '`password`: `[secret]`, **Password:** [secret] and **Password**: [secret]',
    ],
    [
      '<password>x</password> <wsse:Password Type="t">geheim</wsse:Password>',
      '<password>[secret]</password> <wsse:Password Type="t">[secret]</wsse:Password>',
    ],
    [
      '<b>Password:</b> hunter2 <td>password</td><td>hunter2</td> &lt;pwd&gt;x&lt;/pwd&gt;',
      '<b>Password:</b> [secret] <td>password</td><td>[secret]</td> &lt;pwd&gt;[secret]&lt;/pwd&gt;',
    ],
    ['| user | bob |\n| password | swordfish |', '| user | bob |\n| password | [secret] |'],
    [
      '| user | Password | role |\n|---|---|---|\n| bob | hunter2 | admin |\n| jo | horse | x |',
      '| user | Password | role |\n|---|---|---|\n| bob | [secret] | admin |\n| jo | [secret] | x |',
    ],
    [
      'curl -u admin:S3cret! https://a.test and --user "jo:pass word"',
      'curl -u admin:[secret] https://a.test and --user "jo:[secret]"',
    ],
    [
      "mysql -u root -pS3cret shop; sshpass -p 'abc' ssh; app --password swordfish -v",
      "mysql -u root -p[secret] shop; sshpass -p '[secret]' ssh; app --password [secret] -v",
    ],
    [
      'Cookie: session=abc; theme=dark\nSet-Cookie: sid=abc; Path=/; HttpOnly',
      'Cookie: [secret]\nSet-Cookie: [secret]',
    ],
    ['the cookie session=abc123def456 is not sent', 'the cookie [secret] is not sent'],
    ['Login: bob / hunter2', 'Login: bob / [secret]'],
  ])('masks pasted secrets: %s', (text, expected) => expect(maskPersonalData(text)).toBe(expected));

  test.each([
    '{"password": "required", "token":"expired", "secret": null} {"password":null,"user":true}',
    'The label "Password:" is not translated in "Settings". "password" is required, `password`: it is wrong',
    'Use <username> and <password> to sign in; the <code>password</code> parameter.',
    '| user | password | role |\n|---|---|---|\n| a required | required | string |',
    'login|password|passkey, the password | email form, **Token:** is missing, passwords: **8** characters',
    'Should the cookie SameSite=None; Secure be set? Set-Cookie: SameSite=Lax; Path=/ is refused',
    'docker run -u 1000:1000 node, mysql -u root -p shop2, mysql -port 3306, Login: Google / Apple',
    'the commit is 3f786850e387550fdab836ed7e6dc881de23001b, port 8080 8443 9090, ports 8080 8443 9090 9091',
    'My password was reset. My password is expired. Is the password case sensitive?',
    'My password is incorrect, password reset link expired, Password: reset does not work',
    'The password “reset” button, password manager 1Password, password policy v2.1, password HTTP/1.1',
    'Mein Passwort ist falsch. Mein Passwort wurde zurückgesetzt. Passwort vergessen? Das Passwort ist abgelaufen.',
    'Mi contraseña es incorrecta. La contraseña está caducada. Mi clave es válida.',
    'Mon mot de passe est oublié. Le mot de passe est expiré.',
    'A senha é inválida. La password è scaduta. Mijn wachtwoord is verlopen.',
    'パスワードは忘れました。パスワードが違います。密码是错误的',
    'Мой пароль был сброшен. Hasło jest nieprawidłowe.',
    'The API key is missing, the token expired, the secret is rotated, key features of version 2',
    'My password is eight characters long. My password is correct but the login fails. The password is hidden behind dots.',
    'The password is incorrect error appears, my password is case sensitive, the password was sent twice by email',
    'My number of seats is 12345678, path=/Users/Jo/projects2/documents/exports/files/all, the password is plain text',
    'I cannot pass step2, users pass 100 tests, the user can pass level20, login error: timeout',
    'hf_hub_download, npm_config_registry, sk-learn, glpat tokens, at example level dot notation, transaction 0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    'Use a password as authentication. I set my password as expired, we have our password as default, a password as described in step 2',
    'The key combination Ctrl+Shift+P, basic implementation, a tokenizer, npm-run-script',
  ])('leaves descriptions of passwords and keys: %s', (text) => expect(maskPersonalData(text)).toBe(text));

  test.each([
    'Order #12345, order #4155552671, order no. 4155552671, Bestellnummer 4155552671, pedido 4155552671',
    'It overflows at 2147483648 and 4294967296, at 1700000000000 ms',
    'commit 0123456789abcdef0123456789abcdef01234567, sha256: 0123456789abcdef0123456789abcdef',
    '3.14159265358979, 213.6796875 and 100 200 300 400, 12/2026, 01 02 2026, 24/7, 404/500',
    'ab35241d-dd69-4980-9385-862fedd094e4 and 4096 2021-02-01 13:37',
    'Version 1.2.3 and v10.20.30-beta.4, Node 20.19.0',
    'On 2026-11-15, 15.11.2026, 11/15/2026 at 10:30:45 and 2026-11-15T10:20:30.123Z',
    'ERR-50012, 0x80070005, HTTP 500, code 12345678, order 1234567890, 10.0.0.1:5432, 192.168.100.200',
    'My password is not working and the token is missing; the secret is out',
    'id 550e8400-e29b-41d4-a716-446655440000, commit 0b78f61, 4111 1111 1111 1112',
    'It costs 1 000 000 or 1,234,567.89 for 100 200 300 users',
    'https://docs.test/guides?page=2&limit=1000#intro',
  ])('leaves numbers that are not personal: %s', (text) => expect(maskPersonalData(text)).toBe(text));

  // Questions without secrets; includes BANKING77 if it is available.
  const QUESTIONS = [
    ...['support', 'other-languages'].map((name) => new URL(`../fixtures/${name}.tsv`, import.meta.url)),
    path.join(process.env.LECTERN_CORPORA ?? 'nowhere', 'banking77/test.csv'),
  ];
  test('leaves ordinary questions unchanged', () => {
    const texts = QUESTIONS.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
    expect(texts.length).toBeGreaterThanOrEqual(2);
    // The label is not part of the question.
    const questions = texts.flatMap((text) => text.split('\n')).map((line) => line.replace(/,\w+\r?$/, ''));
    expect(questions.map(maskPersonalData)).toEqual(questions);
  });
});
