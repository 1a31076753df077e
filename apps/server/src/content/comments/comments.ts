import type { Comment, CommentService } from '@atelier/content'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'

/** The most comments of one entry that are read, and the most notes of a person, the newest of them. */
const MOST_COMMENTS = 500
const MOST_NOTES = 100
/** How many of the newest edits of an entry say who works on it. */
const LOOKED_AT = 500
/** How many people get a note about one comment. */
const MOST_TOLD = 50

/** Comments on the content of one project, for one person. */
export function createComments(
  database: Database,
  { projectId, userId, now, newId }: { projectId: string; userId: string; now(): number; newId(): string },
): CommentService {
  const db = queryBuilder<Tables>(database.dialect)
  const comments = db.selectFrom('content_comments').selectAll().where('project_id', '=', projectId)
  const own = (id: string) =>
    db.updateTable('content_comments').where('project_id', '=', projectId).where('id', '=', id)

  /** Those who have lately worked on a document, or written about it, and still belong to the project. */
  async function concerned(documentId: string): Promise<Set<string>> {
    const edits = db
      .selectFrom('content_changes')
      .select('origin')
      .where('project_id', '=', projectId)
      .where('document_id', '=', documentId)
      .orderBy('seq', 'desc')
      .limit(LOOKED_AT)
    const people = new Set<string>()
    for (const { origin } of await database.read(rowsOf(edits))) people.add(JSON.parse(origin).userId)
    const authors = db
      .selectFrom('content_comments')
      .select('author')
      .distinct()
      .where('project_id', '=', projectId)
      .where('document_id', '=', documentId)
    for (const { author } of await database.read(rowsOf(authors))) people.add(author)
    const branch = db
      .selectFrom('content_branches')
      .select('created_by')
      .where('project_id', '=', projectId)
      .where('id', '=', documentId)
    for (const row of await database.read(rowsOf(branch))) people.add(row.created_by)
    return people
  }

  return {
    async list(documentId) {
      const query = comments.where('document_id', '=', documentId).orderBy('created_at', 'desc').limit(MOST_COMMENTS)
      return (await database.read(rowsOf(query))).map(readComment).reverse()
    },
    async find(id) {
      const [row] = await database.read(rowsOf(comments.where('id', '=', id)))
      return row && readComment(row)
    },
    async add({ documentId, kind, locale, field, text }) {
      const id = newId()
      const told = await concerned(documentId)
      told.delete(userId)
      told.delete('system')
      const known = await database.read(
        rowsOf(
          db
            .selectFrom('auth_users')
            .select('id')
            .where('id', 'in', [...told, '']),
        ),
      )
      const at = now()
      await database.transact(function* () {
        yield* affectedBy(
          db.insertInto('content_comments').values({
            id,
            project_id: projectId,
            document_id: documentId,
            kind,
            locale: locale ?? null,
            field: field ?? null,
            body: text,
            author: userId,
            created_at: at,
            resolved_at: null,
            resolved_by: null,
          }),
        )
        for (const { id: each } of known.slice(0, MOST_TOLD))
          yield* affectedBy(
            db
              .insertInto('content_notes')
              .values({ comment_id: id, project_id: projectId, user_id: each, seen_at: null }),
          )
      })
      return { id, told: Math.min(known.length, MOST_TOLD) }
    },
    async resolve(id, resolved) {
      const at = resolved ? now() : null
      await database.write(affectedBy(own(id).set({ resolved_at: at, resolved_by: resolved ? userId : null })))
    },
    async notes() {
      const query = db
        .selectFrom('content_notes as note')
        .innerJoin('content_comments as comment', 'comment.id', 'note.comment_id')
        .leftJoin('content_entries as entry', 'entry.document_id', 'comment.document_id')
        .selectAll('comment')
        .select(['note.seen_at', 'entry.model_id', 'entry.entry_id', 'entry.title', 'entry.deleted_at'])
        .where('note.project_id', '=', projectId)
        .where('note.user_id', '=', userId)
        .orderBy('comment.created_at', 'desc')
        .limit(MOST_NOTES)
      return (await database.read(rowsOf(query))).flatMap((row) => {
        if (row.deleted_at !== null) return []
        const entry =
          row.model_id === null || row.entry_id === null
            ? undefined
            : { model: row.model_id, id: row.entry_id, title: row.title ?? row.entry_id }
        return [{ comment: readComment(row), seen: row.seen_at !== null, ...(entry ? { entry } : {}) }]
      })
    },
    async markSeen(ids) {
      await database.write(
        affectedBy(
          db
            .updateTable('content_notes')
            .set({ seen_at: now() })
            .where('project_id', '=', projectId)
            .where('user_id', '=', userId)
            .where('comment_id', 'in', [...ids])
            .where('seen_at', 'is', null),
        ),
      )
    },
  }
}

function readComment(row: Tables['content_comments']): Comment {
  return {
    id: row.id,
    documentId: row.document_id,
    kind: row.kind === 'request' ? 'request' : 'comment',
    ...(row.locale === null ? {} : { locale: row.locale }),
    ...(row.field === null ? {} : { field: row.field }),
    text: row.body,
    author: row.author,
    createdAt: row.created_at,
    ...(row.resolved_at === null ? {} : { resolvedAt: row.resolved_at }),
  }
}
