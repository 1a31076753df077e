import type { PartRequest, PartSource } from '../context/parts.ts'
import type { PartShelf, ShownPart } from '../part/shelf.ts'
import type { BlobFile, TextFile } from './files.ts'
import type { PageRecord, ReleaseRecord } from './record.ts'

/** The CAD parts on the pages of a release. */
export const partsShown = (record: ReleaseRecord | undefined): ShownPart[] =>
  Object.values(record?.pages ?? {}).flatMap(({ parts = [] }) => parts)

/** The parts of a page that have files, as its record keeps them. */
export function recordedParts(asked: readonly PartRequest[], shelf: PartShelf): Pick<PageRecord, 'parts'> {
  const shown = asked.flatMap((request): ShownPart[] => {
    const files = shelf.show(request)
    return files ? [{ request, files }] : []
  })
  return shown.length > 0 ? { parts: shown } : {}
}

/** The script that turns parts, read when a page first shows one. */
export function createViewerFile(source: PartSource | undefined): () => Promise<TextFile | undefined> {
  let file: Promise<TextFile | undefined> | undefined
  return () => {
    file ??= source?.viewer() ?? Promise.resolve(undefined)
    return file
  }
}

/** The files of parts that a release needs: models, pictures and the script that turns them. */
export async function partFiles(
  record: ReleaseRecord,
  viewer: () => Promise<TextFile | undefined>,
): Promise<(BlobFile | TextFile)[]> {
  const shown = partsShown(record)
  const script = shown.length > 0 ? await viewer() : undefined
  const files = shown.flatMap(({ files: { model, picture, choices = [] } }) => [
    model,
    picture,
    ...choices.map((choice) => choice.model),
  ])
  return [...files, ...(script ? [script] : [])]
}
