/** The steps that carry out a blueprint, in their order. */
export const STEPS = ['generate', 'components', 'assets', 'pages'] as const
export type Step = (typeof STEPS)[number]

/** The tools that the model may call in each step, by name. The plan of `generate` is an answer, not a call. */
export const stepTools: Readonly<Record<Step, readonly string[]>> = {
  generate: [],
  components: ['searchIcons', 'searchImages', 'writeFiles'],
  assets: [
    'writeFiles',
    'writeFile',
    'editBlock',
    'editFiles',
    'readFile',
    'searchImages',
    'searchIcons',
    'fetchUrl',
    'webSearch',
  ],
  pages: ['writeFile', 'writeFiles', 'readFile', 'searchImages', 'searchIcons', 'webSearch', 'fetchUrl'],
}

/** The tools of a run that translates a page. */
export const translateTools: readonly string[] = ['listStaleTexts', 'updateTranslation']

/** The tools of a run that mends a written page. */
export const mendTools: readonly string[] = [
  'readFile',
  'editFiles',
  'editBlock',
  'writeFile',
  'searchImages',
  'searchIcons',
]
