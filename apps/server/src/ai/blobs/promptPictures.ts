import type { PromptPictures } from '@atelier/api'
import type { Static } from 'typebox'
import { Refusal } from '../../http/refusal.ts'
import { type Picture, pictureLimits, readPicture } from './pictures.ts'

/**
 * The pictures of a prompt, checked from their own bytes.
 * @throws Refusal 400 `too_many_pictures`, 400 `invalid_picture`, 413 `picture_too_large`, each with its path
 */
export function promptPictures(sent: Static<typeof PromptPictures>): Picture[] {
  if (sent.length > pictureLimits.count) {
    const { count } = pictureLimits
    const message = `A message takes at most ${count} pictures; it has ${sent.length}.`
    throw new Refusal(400, 'too_many_pictures', message, { path: '/images', expected: `at most ${count} pictures` })
  }
  return sent.map((image, index) => {
    const read = readPicture(image, `/images/${index}`)
    if ('picture' in read) return read.picture
    const { status, code, message, ...extra } = read.issue
    throw new Refusal(status, code, message, { ...extra, hint: 'PNG, JPEG, WebP or GIF, at most 5 MB each.' })
  })
}
