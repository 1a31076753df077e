import type { ProviderError } from '../contract/provider.ts'

const aboutPictures = /image|picture|\bvision\b|multi-?modal/i
/** How servers say that a model, or every host of a router, takes no pictures at all. */
const notTaken = /support|required/i

/**
 * Does the provider refuse a request because of a picture in it: one that is too large, broken, of a kind that it does
 * not know, against its rules, or any at all? The same request would be refused again.
 */
export function refusesPictures(error: ProviderError): boolean {
  const said = `${error.wireCode ?? ''} ${error.message}`
  if (!aboutPictures.test(said)) return false
  if (error.code === 'invalid_request') return true
  // OpenRouter has no host with eyes for the model, and small servers fail over a picture.
  return (error.code === 'not_found' || error.code === 'server') && notTaken.test(said)
}
