import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { DOORS, type Door, newDoorSite, READERS } from '../../testing/doors.ts'
import { isRecord } from '../document/node.ts'
import { siteOperations } from './index.ts'

/** Operations with such an input that are no door: why. */
const NO_DOORS: Readonly<Record<string, string>> = {
  insertLayout: 'one element around nothing',
  wrapNodes: 'one element around nodes that are there',
  setRichText: 'the words of one text',
}

/** Inputs that hold HTML, CSS or code of any length. */
const TEXTS: ReadonlySet<string> = new Set(['html', 'css', 'content', 'files', 'replace', 'newText'])

/** Doors that are no operation. */
const NO_OPERATIONS: ReadonlySet<string> = new Set(['import'])

/** Whether a schema has an input that holds HTML, CSS or code. */
function takesText(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(takesText)
  if (!isRecord(schema)) return false
  const properties = isRecord(schema.properties) ? schema.properties : {}
  return (
    Object.entries(properties).some(
      ([name, each]) => (TEXTS.has(name) && isRecord(each) && each.type !== 'boolean') || takesText(each),
    ) ||
    takesText(schema.items) ||
    takesText(schema.anyOf)
  )
}

test('every operation that takes HTML, CSS or code of a model is in the table of doors', () => {
  const taking = siteOperations.filter(({ effect, input }) => effect !== 'read' && takesText(input))
  const inTable = DOORS.map(({ operation }) => operation).filter((name) => !NO_OPERATIONS.has(name))
  const known = new Set([...inTable, ...Object.keys(NO_DOORS)])
  expect(taking.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !taking.some((each) => each.name === name))).toEqual([])
})

/** A call that reads HTML, or writes rules or code. */
const READS = /\b(?:parseHtml|parseDocument|upsertCss|addCss|writeSheet|addCode|changeCode)\(/

test('every file that reads HTML, or writes rules or code, belongs to a door of the table', async () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const found: string[] = []
  for await (const path of glob('**/*.ts', { cwd: folder }))
    if (!path.includes('.test.') && READS.test(readFileSync(`${folder}/${path}`, 'utf8'))) found.push(path)
  expect(found.sort()).toEqual(Object.keys(READERS).sort())
  const doors = new Set(DOORS.map(({ operation }) => operation))
  const without = Object.values(READERS).filter((door) => !door.includes(' ') && !doors.has(door))
  expect(without).toEqual([])
})

test('JSX is refused by its name at every door of HTML that does not keep what it is sent', async () => {
  for (const door of DOORS.filter(({ takes, keeps }) => takes === 'html' && !keeps))
    for (const [jsx, name] of [
      ['<ul>{items.map((item) => (<li>{item}</li>))}</ul>', '{items.map('],
      ['<p style={{ color: "red" }}>Text</p>', 'style={{'],
      ['<div>{/* Hero */}<p>Text</p></div>', '{/*'],
      ['<><p>Text</p></>', '<>'],
    ] as const) {
      const site = await newDoorSite()
      const result = await door.send(site, jsx)
      expect.soft(result.ok ? 'taken' : result.error?.message, `${door.operation}: ${jsx}`).toContain(name)
      expect.soft(site.written().size).toBe(0)
    }
})

test('the words of an answer around a whole page are left out', async () => {
  const site = await newDoorSite()
  const page = `<!doctype html><html lang="en"><head><title>Bread</title></head><body><main><h1>Bread</h1><p>${'We bake. '.repeat(9)}</p></main></body></html>`
  const content = `Sure! Here is the page:\n\n${page}\n\nLet me know if you want more.`
  expect(await site.call('writeFile', { filename: 'bread.html', content })).toMatchObject({ ok: true })
  const read = await site.call('readFile', { file: 'bread.html' })
  expect(JSON.stringify(read)).toContain('<title>Bread</title>')
  expect(JSON.stringify(read)).not.toMatch(/Sure!|Let me know/)
})

/** Notes that replace something left out: alone, and with dots around them. */
const NOTES: Readonly<Record<string, { alone: readonly string[]; dotted: readonly string[] }>> = {
  English: {
    alone: ['rest stays the same', 'other styles remain the same', 'Everything else is unchanged'],
    dotted: ['existing code', 'rest of the file'],
  },
  German: {
    alone: ['Rest bleibt unverändert', 'Alles andere bleibt gleich', 'Die übrigen Abschnitte bleiben wie bisher'],
    dotted: ['restlicher Inhalt', 'weitere Karten', 'bestehender Code'],
  },
  French: {
    alone: ['Le reste de la page reste inchangé', 'Les autres styles restent identiques', 'reste du code inchangé'],
    dotted: ['code existant', 'reste du contenu'],
  },
  Spanish: {
    alone: ['El resto permanece igual', 'Los demás estilos siguen igual', 'resto sin cambios'],
    dotted: ['código existente', 'resto del contenido'],
  },
  Portuguese: {
    alone: ['O restante permanece inalterado', 'Os demais estilos continuam iguais', 'resto sem alterações'],
    dotted: ['código existente', 'restante do conteúdo'],
  },
  Italian: {
    alone: ['Il resto rimane invariato', 'Gli altri stili restano uguali', 'resto invariato'],
    dotted: ['codice esistente', 'resto del contenuto'],
  },
  Turkish: {
    alone: ['Geri kalanı aynı kalır', 'Diğer stiller aynı kalacak', 'Mevcut kod değişmedi'],
    dotted: ['mevcut kod', 'geri kalan içerik'],
  },
  Russian: {
    alone: ['Остальное без изменений', 'Остальные стили остаются прежними', 'Остальной код без изменений'],
    dotted: ['существующий код', 'остальной контент'],
  },
  Chinese: { alone: ['其余内容保持不变', '其他样式不变', '此处省略'], dotted: ['现有代码', '其余部分'] },
  Japanese: {
    alone: ['残りは変更なし', '他のスタイルはそのまま', '以下省略'],
    dotted: ['既存のコード', '残りのコンテンツ'],
  },
}

const inHtml = (note: string) => `<section><h2>New</h2><!-- ${note} --></section>`
const inText = (note: string) => `<section><h2>New</h2>... ${note} ...</section>`
const inCss = (note: string) => `.new { top: 0 }\n/* ${note} */`
const inCode = (note: string) => `run()\n// ${note}`
const FORMS: Readonly<Record<Door['takes'], readonly ((note: string, dotted: boolean) => string)[]>> = {
  html: [
    (note, dotted) => (dotted ? inText(note) : inHtml(note)),
    (note, dotted) => inHtml(dotted ? `... ${note}` : note),
  ],
  css: [(note, dotted) => inCss(dotted ? `... ${note} ...` : note)],
  script: [(note, dotted) => inCode(dotted ? `... ${note} ...` : note)],
}

describe.each(DOORS.map((door, i) => ({ name: `${i + 1}. ${door.operation}, ${door.takes}`, door })))(
  '$name',
  ({ door }) => {
    test('refuses or reports notes that replace something left out, in ten languages', async () => {
      const site = await newDoorSite()
      for (const [language, { alone, dotted }] of Object.entries(NOTES)) {
        const texts = FORMS[door.takes].flatMap((form) => [
          ...alone.map((note) => form(note, false)),
          ...dotted.map((note) => form(note, true)),
        ])
        for (const text of new Set(texts)) {
          // A site that keeps what it is sent would grow with every text.
          const result = await door.send(door.keeps ? await newDoorSite() : site, text)
          if (door.keeps) {
            expect.soft(JSON.stringify(result), `${language}: ${text}`).toMatch(/stands for .*left out/)
            continue
          }
          expect
            .soft(result.ok ? 'taken' : result.error?.message, `${language}: ${text}`)
            .toMatch(/stands for .*left out/)
          expect.soft(site.written().size, `${language}: ${text}`).toBe(0)
        }
      }
    })

    test('takes labels and words for visitors', async () => {
      const labels = [
        'Karten',
        'Weitere Karten',
        'Otros productos',
        'Le pied de page',
        'Altri prodotti',
        '产品',
        '商品一覧',
      ]
      const words = [
        '<p>Der Rest ist Geschichte.</p>',
        '<p>Alles bleibt in der Familie.</p>',
        '<p>Weitere Termine finden Sie hier.</p>',
        '<p>Le reste est à vous.</p>',
        '<p>Todo para tu hogar…</p>',
        '<p>Tutto come a casa…</p>',
        '<p>Другие товары смотрите здесь.</p>',
        '<button type="button">Autres dates…</button>',
      ]
      const texts = {
        html: [...words, ...labels.map((label) => `<section><!-- ${label} --><h2>New</h2></section>`)],
        css: labels.map(inCss),
        script: labels.map(inCode),
      }
      for (const text of texts[door.takes]) {
        const result = await door.send(await newDoorSite(), text)
        expect.soft(result.ok ? 'taken' : result.error?.message, text).toBe('taken')
      }
    })
  },
)
