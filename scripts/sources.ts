import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  path: string
  text: string
}

/** All TypeScript sources of the packages and apps. */
export function readSources(root: string): SourceFile[] {
  const files: SourceFile[] = []
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) visit(path)
      else if (/\.tsx?$/.test(entry.name)) {
        files.push({ path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') })
      }
    }
  }
  for (const folder of ['packages', 'apps']) visit(join(root, folder))
  return files
}

/** Whether a path, or what is imported by a name with a path, is a test or is in a folder with test support. */
export const isTest = (path: string): boolean => /\.(test|cases)\.tsx?$|\/testing\//.test(path)

/** The specifiers that a module imports, exports from and resolves, as written; types included. */
export function importsOf(text: string): string[] {
  const pattern =
    /^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport(?:\.meta\.resolve)?\(\s*['"]([^'"]+)['"]\s*\)/gm
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')
}
