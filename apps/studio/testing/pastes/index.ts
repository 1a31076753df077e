import { docsPastes } from './docs.ts'
import { mailPastes } from './mail.ts'
import { notionPastes } from './notion.ts'
import { officePastes } from './office.ts'
import type { PasteCase } from './paste.ts'
import { webPastes } from './web.ts'
import { wordPastes } from './word.ts'

/** The cases of each program. */
export const pasteCases: readonly (readonly [program: string, cases: readonly PasteCase[]])[] = [
  ['Word', wordPastes],
  ['Google Docs', docsPastes],
  ['Notion', notionPastes],
  ['LibreOffice', officePastes],
  ['Gmail and Outlook', mailPastes],
  ['a web page', webPastes],
]
