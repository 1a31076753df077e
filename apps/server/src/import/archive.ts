import { type ImportFile, importLimits } from '@atelier/site'
import { Unzip, UnzipInflate } from 'fflate'
import { Refusal } from '../http/refusal.ts'

const MB = 1024 * 1024
const PIECE = 16 * 1024

/**
 * The files of a zip archive as it comes in. Nothing is written to disk, and no name of the archive becomes a path.
 * @throws Refusal 413 `too_large` with the limit, 400 `invalid_archive`
 */
export async function readArchive(body: ReadableStream<Uint8Array> | null): Promise<ImportFile[]> {
  const files: ImportFile[] = []
  let sent = 0
  let unpacked = 0
  let problem: Refusal | undefined
  const unzip = new Unzip()
  unzip.register(UnzipInflate)
  unzip.onfile = (file) => {
    if (file.name.endsWith('/') || problem) return
    if (files.length >= importLimits.files) {
      problem = tooLarge(`An import takes ${importLimits.files} files.`)
      return
    }
    const chunks: Uint8Array[] = []
    const entry: ImportFile = { path: file.name, bytes: new Uint8Array() }
    files.push(entry)
    file.ondata = (error, chunk, final) => {
      if (error) problem ??= broken(`“${file.name.slice(0, 80)}” cannot be unpacked: ${error.message}.`)
      if (problem) return
      unpacked += chunk.byteLength
      if (unpacked > importLimits.bytes) {
        problem = tooLarge(`An import takes ${importLimits.bytes / MB} MB of files in all.`)
        file.terminate()
        return
      }
      if (chunk.byteLength > 0) chunks.push(chunk)
      if (final) entry.bytes = Buffer.concat(chunks)
    }
    file.start()
  }
  const push = (packet: Uint8Array, final: boolean) => {
    try {
      unzip.push(packet, final)
    } catch (error) {
      // The reader stumbles over entries that were not begun.
      problem ??= broken(`The archive cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
    }
    if (problem) throw problem
  }
  let first = true
  for await (const packet of body ?? new ReadableStream<Uint8Array>({ start: (control) => control.close() })) {
    if (first && packet.byteLength > 0) {
      first = false
      if (packet[0] !== 0x50 || packet[1] !== 0x4b) throw broken('This is no zip archive.')
    }
    sent += packet.byteLength
    if (sent > importLimits.archive) throw tooLarge(`An archive may have ${importLimits.archive / MB} MB.`)
    // The reader goes one level deeper for each entry that a piece holds.
    for (let from = 0; from < packet.byteLength; from += PIECE) push(packet.subarray(from, from + PIECE), false)
  }
  if (first) throw broken('The request holds no archive.')
  push(new Uint8Array(), true)
  if (files.length === 0) throw broken('The archive holds no files.')
  return files
}

const tooLarge = (message: string) =>
  new Refusal(413, 'too_large', message, { hint: 'Leave out what the site does not need, or import it in parts.' })

const broken = (message: string) =>
  new Refusal(400, 'invalid_archive', message, { hint: 'Send the site as one zip archive.' })
