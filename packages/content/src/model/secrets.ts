const secrets: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a Stripe key', /\b[sp]k_(?:live|test)_[A-Za-z0-9]{10}/],
  ['a GitHub token', /\bgh[opsur]_[A-Za-z0-9]{20}/],
  ['a bearer token', /\bBearer [A-Za-z0-9._~+/-]{20}/],
  ['an API key', /\bapi[_-]?key["']?\s?[:=]\s?["']?[A-Za-z0-9_-]{12}/i],
  ['an AWS secret', /\baws_secret\w{0,40}\s?[:=]\s?["']?[A-Za-z0-9/+=]{16}/i],
  ['an AWS access key', /\bAKIA[0-9A-Z]{16}/],
  [
    'a database address with its password',
    /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis):\/\/[^\s:@/]{0,64}:[^\s@/]{1,128}@/,
  ],
  ['a private key', /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/],
]

/**
 * The secret that a text contains and that must not be in a repository, as words such as “a GitHub token”; undefined if
 * nothing.
 */
export const secretIn = (text: string): string | undefined => secrets.find(([, pattern]) => pattern.test(text))?.[0]
