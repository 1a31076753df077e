import { type Zippable, zip } from 'fflate'

/** A file that the user chose or dropped, with its path within the folder. */
export interface ChosenFile {
  path: string
  file: File
}

/** Folders that belong to tools, and would only take time. */
const tooling = /(?:^|\/)(?:node_modules|\.git|__MACOSX)\//
const packed = /\.(?:html?|css|m?js|svg|json|txt|xml)$/i

/** The chosen files as one zip archive: one that was chosen as such stays as it is. */
export async function archiveOf(files: readonly ChosenFile[]): Promise<Blob> {
  const [first] = files
  if (files.length === 1 && first && /\.zip$/i.test(first.path)) return first.file
  const entries: Zippable = {}
  for (const { path, file } of files) {
    if (!tooling.test(path))
      entries[path] = [new Uint8Array(await file.arrayBuffer()), { level: packed.test(path) ? 6 : 0 }]
  }
  const bytes = await new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    zip(entries, (error, data) => (error ? reject(error) : resolve(data)))
  })
  return new Blob([bytes], { type: 'application/zip' })
}

/** The files of an input, which may be one for folders. */
export function chosenFiles(list: FileList | null): ChosenFile[] {
  return [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

/** The files of a drop, those inside folders too. Must be called while the drop is handled. */
export async function droppedFiles(transfer: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map(filesOf))).flat()
}

async function filesOf(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return []
  const reader = entry.createReader()
  const files: ChosenFile[] = []
  for (;;) {
    // A reader returns a limited number at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return files
    for (const each of some) files.push(...(await filesOf(each)))
  }
}
