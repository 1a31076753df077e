import { type ImportFile, importLimits } from '@atelier/site'
import { Refusal } from '../http/refusal.ts'
import { eachOf } from '../publish/pool.ts'
import { readZip, unpack, ZipError } from './zip.ts'

const MB = 1024 * 1024
/** Files that are unpacked at a time. */
const AT_ONCE = 4

/**
 * The files of a zip archive. Nothing is written to disk, and no name of the archive becomes a path. The limits hold
 * for the bytes that really come out, and for what the archive's directory says before any does.
 * @param length bytes of the body, if they are known
 * @throws Refusal 413 `too_large` with the limit, 400 `invalid_archive`
 */
export async function readArchive(body: ReadableStream<Uint8Array> | null, length = 0): Promise<ImportFile[]> {
  const archive = await readBody(body, length)
  if (archive.length === 0) throw broken('The request holds no archive.')
  try {
    const entries = await readZip(archive, importLimits.files)
    if (entries.length > importLimits.files) throw tooLarge(`An import takes ${importLimits.files} files.`)
    if (entries.length === 0) throw broken('The archive holds no files.')
    const size = entries.reduce((sum, entry) => sum + entry.size, 0)
    if (size > importLimits.bytes) throw tooLarge(`An import takes ${importLimits.bytes / MB} MB of files in all.`)
    const files: ImportFile[] = entries.map(({ path, isLink }) => ({
      path,
      bytes: new Uint8Array(),
      ...(isLink ? { isLink } : {}),
    }))
    await eachOf([...entries.entries()], AT_ONCE, async ([index, entry]) => {
      const file = files[index]
      if (file) file.bytes = await unpack(archive, entry)
    })
    return files
  } catch (error) {
    if (error instanceof ZipError) throw broken(`The archive cannot be read: ${error.message}.`)
    throw error
  }
}

/** The body in one piece. It grows by doubling, so that little is copied at a time and all of it at most twice. */
async function readBody(body: ReadableStream<Uint8Array> | null, length: number): Promise<Buffer> {
  const limit = importLimits.archive
  const full = tooLarge(`An archive may have ${limit / MB} MB.`)
  if (length > limit) throw full
  let archive = Buffer.alloc(0)
  let size = 0
  for await (const packet of body ?? []) {
    if (packet.byteLength === 0) continue
    const next = size + packet.byteLength
    if (next > limit) throw full
    if (next > archive.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(next, Math.min(limit, Math.max(length, 2 * archive.length))))
      archive.copy(larger, 0, 0, size)
      archive = larger
    }
    archive.set(packet, size)
    size = next
    if (archive[0] !== 0x50 || (size > 1 && archive[1] !== 0x4b)) throw broken('This is not a zip archive.')
  }
  return archive.subarray(0, size)
}

const tooLarge = (message: string) =>
  new Refusal(413, 'too_large', message, { hint: 'Leave out what the site does not need, or import it in parts.' })

const broken = (message: string) =>
  new Refusal(400, 'invalid_archive', message, { hint: 'Send the site as one zip archive.' })
