import { languageName } from '../../ui/languageName.ts'

const kindNames: Readonly<Record<string, string>> = {
  page: 'Page',
  section: 'Section',
  entry: 'Entry',
  collection: 'Collection',
  image: 'Picture',
  menu: 'Menu',
}
export const foundKind = (type: string, where: string | undefined, locale?: string) =>
  [
    // The name of a collection says what its entries are.
    ...(type === 'entry' && where !== undefined ? [] : [kindNames[type] ?? type]),
    ...(where === undefined ? [] : [where]),
    ...(locale === undefined ? [] : [languageName(locale)]),
  ].join(' · ')
