import type { Rehearsal } from '@atelier/agent'
import { callOf, failureText, resultData } from '@atelier/operation'
import { listAllImages } from '../operations/listAllImages.ts'
import { replaceImage } from '../operations/replaceImage.ts'
import { mentions, quotedIn, readPart } from './words.ts'

const PICTURE = ['picture', 'image', 'photo', 'bild', 'foto', 'resim', 'görsel']
const REPLACES = ['replace', 'swap', 'exchange', 'ersetz', 'tausch', 'değiştir']

/** Shows another picture wherever one is used, about which the person is asked first. */
export const replacePicture: Rehearsal = {
  id: 'cms.replacePicture',
  title: 'Replace a picture everywhere',
  fits: (prompt) => (mentions(prompt, PICTURE) && mentions(prompt, REPLACES) ? 5 : 0),
  *play({ prompt }) {
    const [read] = yield {
      text: 'This is a script, not a model. I look at the pictures.',
      calls: [callOf(listAllImages, { limit: 200 })],
    }
    const images = resultData(listAllImages, read)?.images ?? []
    const words = readPart(prompt).toLowerCase()
    const quoted = quotedIn(prompt)
    const [old, next] = [
      ...quoted,
      ...images
        .map(({ name }) => name)
        .filter((name) => quoted.length < 2 && words.includes(name.toLowerCase()))
        .sort((a, b) => words.indexOf(a.toLowerCase()) - words.indexOf(b.toLowerCase())),
    ]
    if (old === undefined || next === undefined) {
      const names = images.slice(0, 20).map(({ name }) => name)
      yield {
        text:
          names.length < 2
            ? 'The library needs two pictures for that.'
            : `Name the old picture and the new one. There are ${names.join(', ')}.`,
      }
      return
    }
    const [done] = yield {
      text: `Replacing “${old}” needs your word.`,
      calls: [callOf(replaceImage, { oldImageDescription: old, newImageId: next })],
    }
    const written = resultData(replaceImage, done)
    yield {
      text: written
        ? `“${written.newImage.name}” is shown in ${written.replaced} places of the site and ${written.entries.length} entries now.`
        : `Nothing was replaced. ${failureText(done)}`,
    }
  },
}
