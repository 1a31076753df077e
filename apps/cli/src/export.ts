import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportSite as exportRoute } from '@atelier/api'
import type { Api } from './api.ts'
import type { ExportCommand } from './command.ts'
import { exitCodes, Problem } from './problem.ts'
import { findProject } from './projects.ts'

/** Writes the project's site, as it is now, into a ZIP file. The file is written completely or not at all. */
export async function exportSite(api: Api, command: ExportCommand, print: (text: string) => void): Promise<number> {
  const id = await findProject(api, command.project)
  const answer = await api.open(exportRoute, { params: { id } })
  if (!answer.body) throw new Problem('The server sent no archive.')
  const draft = `${command.out}.part`
  try {
    await pipeline(Readable.from(chunksOf(answer.body)), createWriteStream(draft))
    await rename(draft, command.out)
  } catch (error) {
    await rm(draft, { force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new Problem(`${command.out} could not be written: ${reason}.`)
  }
  const { size } = await stat(command.out)
  print(command.format === 'text' ? `${command.out}\n` : `${JSON.stringify({ file: command.out, bytes: size })}\n`)
  return exitCodes.done
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}
