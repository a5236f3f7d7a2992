import { describe, expect, test } from 'vitest';
import { maskPersonalData } from './masking.ts';
import { extractIssues } from './splitting.ts';

describe('data of a person', () => {
  test.each([
    ['john_smith at gmail.com cannot log in', '[email] cannot log in'],
    ['johnsmith at gmail.com and my e-mail is jane.roe at acme.com', '[email] and my e-mail is [email]'],
    [
      'I was born on the 3rd of March, 1987 and cannot register',
      'I was born on the [birth date] and cannot register',
    ],
    ['born the 3rd of March 1987, DOB 3-Mar-1987', 'born the [birth date], DOB [birth date]'],
    ['PESEL 44051401458 is invalid', 'PESEL [id] is invalid'],
    ['insurance number QQ123456C', 'insurance number [id]'],
    ['My NHS number is 943 476 5919', 'My NHS number is [id]'],
    ['Aadhaar 2345 6789 0124 rejected', 'Aadhaar [id] rejected'],
    ['patient id 77812, employee number: 4711', 'patient id [id], employee number: [id]'],
    ['my username is jdoe87 and I cannot log in', 'my username is [id] and I cannot log in'],
    ['My user name is john.doe, the username is johndoe.', 'My user name is [id], the username is [id].'],
    ['secret key is abcd efgh ijkl mnop', 'secret key is [secret]'],
    ['setup key: JBSW Y3DP EHPK 3PXP', 'setup key: [secret]'],
    [
      'recovery phrase: legal winner thank year wave sausage worth useful legal winner thank yellow',
      'recovery phrase: [secret]',
    ],
    [
      'seed phrase is abandon ability able about above absent absorb abstract absurd abuse access accident and it fails',
      'seed phrase is [secret] and it fails',
    ],
    [
      'recovery words: 1. legal 2. winner 3. thank 4. year 5. wave 6. sausage 7. worth 8. useful 9. legal 10. winner 11. thank 12. yellow',
      'recovery words: [secret]',
    ],
  ])('is masked: %s', (text, expected) => expect(maskPersonalData(text)).toBe(expected));

  test.each([
    ['calle Mayor 5, Madrid and via Roma 10', '[address] and via Roma 10'],
    ['via Roma 10, Milano', '[address]'],
    ['I live in via Roma 10', 'I live in [address]'],
    [
      'I live at 1600 Pennsylvania Ave NW, Washington, DC 20500, how do I update it',
      'I live at [address], how do I update it',
    ],
    ['350 5th Ave, New York, NY 10118; 1600 N Main St.', '[address]; [address]'],
    ['221B Baker Street, London, UK is mine', '[address] is mine'],
    ['ul. Marszałkowska 12/5, 00-590 Warszawa', '[address]'],
    ['ulica Długa 5 m. 3, 31-147 Kraków; ул. Ленина 5, Москва', '[address]; [address]'],
  ])('is masked as an address: %s', (text, expected) => expect(maskPersonalData(text)).toBe(expected));

  test.each([
    ['account of John Smith is locked, how to unlock?', 'account of [name] is locked, how to unlock?'],
    ["account of john smith is locked, customer emma's", "account of [name] is locked, customer [name]'s"],
    ["John Smith's account, Jane Doe Cannot Log In", "[name]'s account, [name] Cannot Log In"],
    [
      'Can you delete the data of Mrs. Emily Watson? Frau Müller fragt',
      'Can you delete the data of Mrs. [name]? Frau [name] fragt',
    ],
    ['customer Jane Doe (jane@example.com) cannot log in', 'customer [name] ([email]) cannot log in'],
    ['customer Zbigniew Rau <z@example.com> asks', 'customer [name] <[email]> asks'],
    ["my mother's maiden name is Miller why asked", "my mother's maiden name is [name] why asked"],
    ['her last name is Li, my surname: Okafor', 'her last name is [name], my surname: [name]'],
  ])('is masked as a name: %s', (text, expected) => expect(maskPersonalData(text)).toBe(expected));

  test.each([
    'My account at gmail.com is blocked, mail sent at outlook.com, users at gmail.com, I host at web.de',
    'The insurance page has 123456 rows, the patient id field is missing, employee number 5 of 10',
    'My username is wrong, my username is case-sensitive, the username is 20 characters long, it is my user',
    'the username is email. My username is already taken. My login is broken. The user is admin.',
    'The secret key is used with that page, a security code left side bar, secret key is four word long text',
    'The recovery phrase is not accepted, why do I need to enter all twelve words again and again?',
    'recovery phrase: the twelve words that you wrote down when you made the account with our app are needed',
    'It is sent via Node 20, Windows, via Chrome 120, Firefox and via Stripe 3, says Miller et al. 12',
    'The data of Change Requests, user Access Token (beta), Sales Department (sales page), Ms Word and MS Teams',
    'Her name is not shown, my last name is hyphenated, my first name is required',
    'In San Antonio County, the Julia Language, Charles Proxy, Max Length, user roles and data types',
  ])('is not found in other words: %s', (text) => expect(maskPersonalData(text)).toBe(text));

  test('is in no title of an issue, also after an abbreviation or a greeting', () => {
    const titleOf = (body: string) => extractIssues({ messages: [{ role: 'user', body }] })[0]?.title;
    expect(titleOf('ul. Marszałkowska 12/5, 00-590 Warszawa is not found')).toBe('[address] is not found');
    expect(titleOf('Dear Mrs. Emily Watson, how do I export?')).toBe('How do I export?');
    expect(titleOf('Hi Anna Berg, how do I export?')).toBe('How do I export?');
  });
});
