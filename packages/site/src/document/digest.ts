const encoder = new TextEncoder()

/** The first `digits` hexadecimal digits of a text's SHA-256. */
export async function digest(text: string, digits: number): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', encoder.encode(text))
  return Array.from(new Uint8Array(hash).slice(0, Math.ceil(digits / 2)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, digits)
}
