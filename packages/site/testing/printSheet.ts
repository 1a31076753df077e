import type { Item, Sheet } from '../src/css/syntax.ts'

/** The text of a parsed sheet, to the last character as it was. */
export function printSheet(sheet: Sheet): string {
  return sheet.items.map(printItem).join('') + sheet.tail
}

function printItem(item: Item): string {
  switch (item.kind) {
    case 'declaration':
      return item.before + item.text + item.end
    case 'style':
    case 'at':
      return `${item.before}${item.prelude}{${item.items.map(printItem).join('')}${item.tail}${item.close}`
    default:
      return item.before + item.text
  }
}
