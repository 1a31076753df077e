import { writeSync } from 'node:fs'
import { openContent, writeNote, writeOnBranch } from '../contentServer.ts'
import { PROJECT } from '../documents.ts'

// Writes notes, a branch and its repository until it is killed, and prints each note that is acknowledged:
// `node contentServer.mjs OWNER DATA_DIR REMOTE [DATABASE_URL]`. With a remote (`-` for none) it synchronizes with that, and
// prints notes of the branch with a + before them.
const [, , owner = '', dataDir = '', remote = '-', databaseUrl] = process.argv
const server = await openContent({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) }, owner)
if (remote !== '-') await server.repositories.connect(PROJECT, { url: remote })
writeSync(1, 'ready\n')
for (let number = 0; ; number += 1) {
  const id = `${owner}-${number}`
  await writeNote(server, id, `Note ${id}`)
  writeSync(1, `${id}\n`)
  if (remote !== '-') {
    await writeOnBranch(server, id, `Proposal ${id}`)
    writeSync(1, `+${id}\n`)
  }
  // Every few notes it waits for the repository, so that kills fall into all parts of both.
  if (number % 3 === 2) await (remote === '-' ? server.repositories.flush(PROJECT) : server.repositories.sync(PROJECT))
}
