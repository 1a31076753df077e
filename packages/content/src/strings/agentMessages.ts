import { createStrings } from './strings.ts'

/** The words of operations and scripted conversations besides their data. */
export const agentMessage = createStrings({
  'read.shortened': 'Texts are shortened: read one whole with get_content, `id` and `path`, before you write it back.',
  'read.standIn': 'Not translated to “{locale}” yet: what is shown are the values of the default locale.',
  'search.nothing': 'Nothing has these words.',
  'search.nearest': 'Nothing has these words. Known words like them: {words}.',
  'relations.left': '{count} further relations are not shown: ask for fewer levels or one direction.',
  'relations.withoutFields': 'The fields are left out, since the answer would be too large with them.',
  'analysis.nothing': 'Nothing to better was found.',
  'users.unknown': 'Who works on the project is not known here.',
})
