import { createHash } from 'node:crypto'
import type { Envelope, OperationImage } from '@atelier/operation'
import { affectedBy, type Database, type Query, queryBuilder, rowsOf } from '@atelier/streams'
import type { ServerTables } from '../../database/tables.ts'
import { type Picture, readPicture } from './pictures.ts'

/** A picture by its content, as records name it. */
export interface StoredPicture {
  mimeType: string
  hash: string
}

/** Pictures of conversations, kept once per workspace under the SHA-256 of their bytes. */
export interface Blobs {
  /** Keeps pictures for a session. */
  keep(owner: BlobOwner, pictures: readonly Picture[]): Promise<StoredPicture[]>
  /** The result with its pictures named by hash, and the rows that keep their bytes, for the commit of the result. */
  ofResult(owner: BlobOwner, result: Envelope): { result: Envelope; rows: Query[] }
  /** Only what one of the session's messages shows. */
  load(sessionId: string, hash: string): Promise<{ mimeType: string; bytes: Uint8Array } | undefined>
  /** Deletes up to `limit` pictures that no session shows any more and that were not stored since `before`. */
  sweep(before: number, limit: number): Promise<number>
}

export interface BlobOwner {
  workspaceId: string
  sessionId: string
}

export function createBlobs({ database, now }: { database: Database; now(): number }): Blobs {
  const db = queryBuilder<ServerTables>(database.dialect)

  const storing = (
    { workspaceId, sessionId }: BlobOwner,
    picture: Picture,
  ): { stored: StoredPicture; rows: Query[] } => {
    const { mimeType, bytes, width, height } = picture
    const hash = createHash('sha256').update(bytes).digest('hex')
    const blob = db
      .insertInto('blobs')
      .values({
        workspace_id: workspaceId,
        hash,
        mime_type: mimeType,
        bytes,
        size: bytes.byteLength,
        width,
        height,
        created_at: now(),
      })
      // Renews a stored picture's time, so that it is not deleted now.
      .onConflict((conflict) => conflict.columns(['workspace_id', 'hash']).doUpdateSet({ created_at: now() }))
    const shown = db
      .insertInto('session_blobs')
      .values({ session_id: sessionId, workspace_id: workspaceId, hash })
      .onConflict((conflict) => conflict.doNothing())
    return { stored: { mimeType, hash }, rows: [blob.compile(), shown.compile()] }
  }

  return {
    async keep(owner, pictures) {
      if (pictures.length === 0) return []
      const all = pictures.map((picture) => storing(owner, picture))
      await database.transact(function* () {
        for (const { rows } of all) for (const row of rows) yield row
      })
      return all.map(({ stored }) => stored)
    },
    ofResult(owner, result) {
      if (!result.ok || !result.images) return { result, rows: [] }
      const images: OperationImage[] = []
      const rows: Query[] = []
      const lost: string[] = []
      for (const [index, { mimeType, data }] of result.images.entries()) {
        const read = readPicture({ mimeType, data: data ?? '' }, `/images/${index}`)
        if ('issue' in read) {
          lost.push(`A picture was left out: ${read.issue.message}`)
          continue
        }
        const kept = storing(owner, read.picture)
        images.push(kept.stored)
        rows.push(...kept.rows)
      }
      const { images: _bytes, warnings = [], ...rest } = result
      const told = [...warnings, ...lost]
      return {
        result: {
          ...rest,
          ...(images.length > 0 ? { images } : {}),
          ...(told.length > 0 ? { warnings: told } : {}),
        },
        rows,
      }
    },
    async load(sessionId, hash) {
      const query = db
        .selectFrom('blobs')
        .innerJoin('session_blobs', (join) =>
          join
            .onRef('session_blobs.hash', '=', 'blobs.hash')
            .onRef('session_blobs.workspace_id', '=', 'blobs.workspace_id'),
        )
        .select(['blobs.mime_type', 'blobs.bytes'])
        .where('session_blobs.session_id', '=', sessionId)
        .where('blobs.hash', '=', hash)
      const [row] = await database.read(rowsOf(query))
      return row && { mimeType: row.mime_type, bytes: row.bytes }
    },
    sweep(before, limit) {
      const unseen = db
        .selectFrom('blobs')
        .select(['blobs.workspace_id', 'blobs.hash'])
        .where('blobs.created_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('session_blobs')
                .select('session_blobs.hash')
                .whereRef('session_blobs.hash', '=', 'blobs.hash')
                .whereRef('session_blobs.workspace_id', '=', 'blobs.workspace_id'),
            ),
          ),
        )
        .limit(limit)
      return database.transact(function* () {
        let gone = 0
        for (const { workspace_id, hash } of yield* rowsOf(unseen)) {
          gone += yield* affectedBy(
            db
              .deleteFrom('blobs')
              .where('workspace_id', '=', workspace_id)
              .where('hash', '=', hash)
              // Checked again: it may have been stored once more meanwhile.
              .where('created_at', '<', before),
          )
        }
        return gone
      })
    },
  }
}
