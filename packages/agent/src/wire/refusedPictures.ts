import type { ProviderError } from '../contract/provider.ts'

/** How servers say that a model, or every host of a router, takes no pictures at all. */
const noPictures =
  /support\w* (the )?(image|vision|multi-?modal)|(image|vision|multi-?modal)\w* (input )?(is |are )?(not |un)support|data required for image/i

/**
 * Does the provider refuse a request because of a picture in it: one that is too large, broken, of a kind that it does
 * not know, against its rules, or any at all? The same request would be refused again.
 */
export function refusesPictures(error: ProviderError): boolean {
  const said = `${error.wireCode ?? ''} ${error.message}`
  if (error.code === 'invalid_request') return /image|picture|multi-?modal|\bvision\b/i.test(said)
  // OpenRouter has no host with eyes for the model, and small servers fail over a picture.
  return (error.code === 'not_found' || error.code === 'server') && noPictures.test(said)
}
