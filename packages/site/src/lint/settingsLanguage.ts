const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** Countries and old codes that are mistaken for languages. */
const mistaken: Readonly<Record<string, string>> = {
  jp: 'ja',
  cn: 'zh',
  gr: 'el',
  dk: 'da',
  cz: 'cs',
  ua: 'uk',
  ru_ru: 'ru',
  usa: 'en-US',
  gb: 'en-GB',
  us: 'en-US',
  at: 'de-AT',
  ch: 'de-CH',
  mx: 'es-MX',
  se_se: 'sv',
  eng: 'en',
  ger: 'de',
  fre: 'fr',
  spa: 'es',
  in: 'hi',
}

/**
 * Why a text is not a language tag (BCP 47), as a sentence with the intended tag if that is clear; undefined if
 * it is valid.
 */
export function languageProblem(tag: string): string | undefined {
  const written = tag.trim()
  const said = `“${written.slice(0, 60)}” is not a language`
  if (/^[a-z]{2,3}(?:_[a-z\d]{2,8}){1,3}$/i.test(written)) {
    return `${said}: its parts are joined by hyphens. Did you mean ${canonicalTag(written.replaceAll('_', '-'))}?`
  }
  const meant = mistaken[written.toLowerCase()]
  if (meant !== undefined) return `${said}. Did you mean ${meant}?`
  if (!/^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,6}$/i.test(written)) {
    const named = tagOfName(written)
    return `${said}.${named ? ` Did you mean ${named}?` : ''}`
  }
  const [primary = '', ...more] = written.toLowerCase().split('-')
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  if (primary.length === 2 && names.of(primary) === undefined) {
    const instead = mistaken[primary]
    return `${said}: no language has the code “${primary}”.${instead ? ` Did you mean ${instead}?` : ''}`
  }
  const region = more.find((part) => part.length === 2)?.toUpperCase()
  const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  if (region !== undefined && regions.of(region) === undefined) return `${said}: there is no region “${region}”.`
  return region === 'UK' ? `${said}: the region is GB. Did you mean ${canonicalTag(written)}?` : undefined
}

function canonicalTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    // An invalid tag stays as it was written; the sentence around it says so.
    return tag
  }
}

/** The tag of a language by its name, in English or in the language itself: `German` and `Deutsch` are `de`. */
function tagOfName(name: string): string | undefined {
  const wanted = name.toLowerCase()
  if (wanted.length > 40) return undefined
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const tag = first + second
      const known = english.of(tag)
      if (known === undefined) continue
      if (known.toLowerCase() === wanted) return tag
      if (new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag)?.toLowerCase() === wanted)
        return tag
    }
  }
  return undefined
}
