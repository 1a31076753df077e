import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from './problem.ts'

/**
 * Writes what the server sends into a file: completely or not at all.
 * @returns its bytes
 * @throws Problem if it cannot be written
 */
export async function saveAnswer(body: ReadableStream<Uint8Array>, file: string): Promise<number> {
  const draft = `${file}.part`
  try {
    await pipeline(Readable.from(chunksOf(body)), createWriteStream(draft))
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new Problem(`${file} could not be written: ${reason}.`)
  }
  return (await stat(file)).size
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}
