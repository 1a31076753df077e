import { createStrings } from './strings.ts'

/** The faults of a call, as sentences for a person. */
export const errorMessage = createStrings({
  'path.unknown': 'There is nothing at “{path}” in {entry}.',
  'path.tooLarge': 'What is at “{path}” is too large to be read at once.',
  'path.tooLarge.hint': 'Read its members one by one, such as “{path}.{member}”.',
  'path.needsId': 'A path is read of one entry: say its id.',
  'value.shortened': 'This text was shortened by a read; saved, it would lose what was left out.',
  'value.shortened.hint': 'Read it whole with get_content, `id` and `path`, and save all of it.',
  'query.empty': 'The query has no words.',
  'query.empty.hint': 'Give one or more words to look for.',
  'document.reference': '“{reference}” is no document.',
  'document.reference.hint': 'A document is named by its model and id, such as “{example}”.',
  'document.taken': 'There is {name} already.',
  'document.taken.hint': 'set_document_fields changes it.',
  'author.noField': '{model} has no field for an author.',
  'author.noField.hint': 'save_model adds one, such as `author`.',
})
