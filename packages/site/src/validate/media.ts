import type { Json } from '@atelier/documents'
import { isRecord } from '../document/node.ts'
import { folderPath, isFocal, isTags, isTexts, MAX_ALT, maxBlur, readSource } from '../media/entries.ts'
import { isPublishedPath } from '../media/path.ts'
import { mediaTypeOf } from '../media/types.ts'
import { hasOnly, isTextValue, unless } from './shapes.ts'

const MAX_NAME = 200
const MAX_FOLDER = 500

/** Returns the problem of a value under `media:<id>` or one of its fields, or undefined. */
export function checkMedia(field: string | undefined, value: Json): string | undefined {
  switch (field) {
    case undefined:
      return checkRecord(value)
    case 'name':
      return unless(
        isTextValue(value, MAX_NAME) && value !== '',
        `A file’s name is a text of at most ${MAX_NAME} characters.`,
      )
    case 'alt':
      return unless(isTextValue(value, MAX_ALT), `The alternative text is a text of at most ${MAX_ALT} characters.`)
    case 'folder':
      return unless(
        isTextValue(value, MAX_FOLDER) && folderPath(value) === value,
        'A folder is names with / between them, or empty.',
      )
    case 'alts':
      return unless(isTexts(value), `Alternative texts are texts of at most ${MAX_ALT} characters by locale.`)
    case 'tags':
      return unless(isTags(value), 'Tags are at most 50 words of at most 60 characters.')
    case 'focal':
      return unless(isFocal(value), 'A focal point is x and y, each from 0 to 1.')
    case 'deleted':
      return unless(typeof value === 'boolean', 'Whether a file is deleted is true or false.')
    default:
      return `A file has no field "${field.slice(0, 40)}".`
  }
}

function checkRecord(value: Json): string | undefined {
  const names = [
    'name',
    'path',
    'hash',
    'type',
    'bytes',
    'width',
    'height',
    'animated',
    'blur',
    'alt',
    'source',
    'folder',
    'createdAt',
  ]
  if (!isRecord(value) || !hasOnly(value, names)) return 'A file is its name, path, hash, type and size.'
  const {
    name,
    path,
    hash,
    type,
    bytes,
    width,
    height,
    animated,
    blur,
    source,
    alt = '',
    folder = '',
    createdAt,
  } = value
  if (!isTextValue(path, 1_000) || !isPublishedPath(path)) return 'The path of a file is one below the site’s root.'
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return 'A file is named by the SHA-256 of its bytes.'
  if (typeof type !== 'string' || !mediaTypeOf(type)) return 'Files of that type are not media.'
  const numbers = [bytes, createdAt, ...(width === undefined && height === undefined ? [] : [width, height])]
  if (!numbers.every((each) => typeof each === 'number' && Number.isSafeInteger(each) && each >= 0)) {
    return 'The sizes and the time of a file are whole numbers.'
  }
  if (animated !== undefined && animated !== true) return 'A file that moves says so with true.'
  if (blur !== undefined && (!isTextValue(blur, maxBlur) || !/^[A-Za-z0-9+/]+=*$/.test(blur))) {
    return 'The placeholder of a picture is a short text in base64.'
  }
  if (source !== undefined && !isSource(source))
    return 'The source of a picture is a service, what it was asked, and who made it.'
  return checkMedia('name', name ?? null) ?? checkMedia('alt', alt) ?? checkMedia('folder', folder)
}

const MAX_SOURCE_TEXT = 1_000

/** Addresses are shown as links, so that they lead only to the web. */
function isSource(value: Json): boolean {
  const source = readSource(value)
  if (!source || !isRecord(value) || Object.keys(value).length !== Object.keys(source).length) return false
  const { authorUrl, url } = source
  return (
    Object.values(source).every((text) => isTextValue(text, MAX_SOURCE_TEXT)) &&
    [authorUrl, url].every((each) => each === undefined || /^https:\/\//.test(each))
  )
}
