import { expect, it } from 'vitest'
import { kindsOf, pageTranslationTask, readPageTranslationTask } from '../prompt/translationTask.ts'

it('what asks for the translation of a page is read back as it was asked, and nothing else is', () => {
  for (const onlyChanged of [true, false]) {
    const task = {
      pageId: 'p_1-a',
      title: 'A “quoted” (title): from en into tr.',
      from: 'en',
      to: 'pt-BR',
      onlyChanged,
    }
    expect(readPageTranslationTask(pageTranslationTask(task))).toEqual(task)
  }
  expect(kindsOf(true)).toEqual(['changed'])
  expect(readPageTranslationTask('Translate the page “About” into Turkish.')).toBeUndefined()
})
