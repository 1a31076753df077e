import { expect, test } from 'vitest'
import { sessionTitle } from './title.ts'

test.each([
  ['Hello there', '', 'Hello there'],
  ['Can you please add a pricing section to the page?', '', 'Add a pricing section to the page?'],
  ['  \n## Make **all** the [links](https://x.y) blue.\nAnd more', '', 'Make all the links blue'],
  ['hi', 'Good morning! What shall we build?', 'Good morning'],
  ['continue', '', 'Continue'],
  ['ok, do it', 'I added **three** sections. They are:', 'I added three sections'],
  [
    'I would like to have a contact form with name and address and telephone numbers',
    '',
    'Have a contact form with name and address and telephone…',
  ],
  ['x'.repeat(80), '', `X${'x'.repeat(58)}…`],
  ['…', '', ''],
])('%j is named after what was asked', (prompt, answer, title) => {
  expect(sessionTitle(prompt, answer)).toBe(title)
})
