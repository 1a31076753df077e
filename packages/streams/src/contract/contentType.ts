/** A media type as it is compared and stored: lower case, without parameters' spaces. */
export function normalizeType(value: string): string {
  return value
    .split(';')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
    .join('; ')
}

/** The type without its parameters. */
export function baseType(value: string): string {
  return (value.split(';')[0] ?? '').trim().toLowerCase()
}

export function isJson(contentType: string): boolean {
  return baseType(contentType) === 'application/json'
}

/** Whether its bytes can be sent in an event stream as they are; anything else is sent as base64. */
export function isTextType(contentType: string): boolean {
  return isJson(contentType) || baseType(contentType).startsWith('text/')
}
