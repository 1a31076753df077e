/** FNV-1a over UTF-16 units, twice with different offsets: distinguishes texts without keeping any of them. */
export function fingerprint(text: string): string {
  let a = 0x811c9dc5
  let b = 0x01000193
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b)
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}.${text.length}`
}

/** An unchanged part is the same object from request to request, and is looked through once. */
const fingerprints = new WeakMap<object, string>()

/** The fingerprint of a value as JSON. The value MUST NOT change afterwards. */
export function fingerprintOf(value: object): string {
  const known = fingerprints.get(value) ?? fingerprint(JSON.stringify(value))
  fingerprints.set(value, known)
  return known
}
