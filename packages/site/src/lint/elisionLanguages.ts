import { strip } from '@atelier/operation'

/** The words by which one language says that something is left out. Each is the inside of a regular expression. */
interface Language {
  /** The rest, the others, what exists. */
  rest: string
  /** Everything, which is common in other sentences. */
  all?: string
  /** Stays the same, is left out. */
  stays: string
  /** Keep, leave, insert. */
  keep?: string
  /** Left out, unchanged; a whole note may end in it. */
  omitted: string
}

const LANGUAGES: readonly Language[] = [
  // German
  {
    rest: 'rest|(?:restlich|übrig|verbleibend|bestehend|vorhanden|bisherig|ander|weiter|sonstig|ursprünglich)e[rnsm]?',
    all: 'alles',
    stays:
      '(?:bleib(?:t|en)|ist|sind)(?: hier)?(?: genau)? (?:gleich|unverändert|unberührt|identisch|bestehen|erhalten|so|wie (?:bisher|zuvor|vorher|gehabt|oben|im original))|unverändert|unberührt|wie (?:bisher|zuvor|vorher|gehabt|oben|im original)|(?:wurden? )?(?:weggelassen|ausgelassen|gekürzt)|beibehalten',
    keep: 'behalten?|belassen|lassen?',
    omitted: 'weggelassen|ausgelassen|gekürzt|unverändert|wie (?:bisher|zuvor|vorher|gehabt)',
  },
  // French
  {
    rest: 'reste|autres?|(?:exist|rest)ante?s?|précédente?s?',
    all: 'tout',
    stays:
      '(?:reste(?:nt)?|est|sont|demeure(?:nt)?) (?:inchangée?s?|identiques?|(?:le|la|les) mêmes?|tels? quels?|telles? quelles?|comme avant)|inchangée?s?|identiques?|comme avant|sans changement|omise?s?|tels? quels?',
    keep: 'garde[rz]?|conserve[rz]?|laisse[rz]?',
    omitted: 'omise?s?|abrégée?s?|tronquée?s?|inchangée?s?|comme avant',
  },
  // Spanish
  {
    rest: 'resto|demás|otr[oa]s?|existentes?|restantes?|anterior(?:es)?',
    all: 'todo',
    stays:
      '(?:permanecen?|siguen?|quedan?|se mantienen?|son|es) (?:igual(?:es)?|sin cambios|(?:el|la|lo|los|las) mism[oa]s?|intact[oa]s?|inalterad[oa]s?|como antes)|sin cambios|igual(?: que antes)?|como antes|omitid[oa]s?',
    keep: 'mantener|mantén|mantenga|conservar?|conserve|dejar?|deje',
    omitted: 'omitid[oa]s?|abreviad[oa]s?|truncad[oa]s?|sin cambios|como antes',
  },
  // Portuguese
  {
    rest: 'restantes?|resto|demais|outr[oa]s?|existentes?|anterior(?:es)?',
    all: 'tudo',
    stays:
      '(?:permanecem?|continuam?|ficam?|mantém|mantêm|se mantém|é|são) (?:igual|iguais|(?:o|a|os|as) mesm[oa]s?|inalterad[oa]s?|intact[oa]s?|sem (?:alterações|mudanças)|como (?:antes|está|estão))|inalterad[oa]s?|sem (?:alterações|mudanças)|como antes|omitid[oa]s?',
    keep: 'manter|mantenha|conservar|deixar|deixe',
    omitted: 'omitid[oa]s?|abreviad[oa]s?|truncad[oa]s?|inalterad[oa]s?|sem alterações|como antes',
  },
  // Italian
  {
    rest: 'resto|altr[oiae]|esistent[ei]|restant[ei]|rimanent[ei]|precedent[ei]',
    all: 'tutto',
    stays:
      '(?:rimane|rimangono|resta|restano|è|sono) (?:invariat[oaie]|inalterat[oaie]|ugual[ei]|(?:lo|la|le|gli) stess[oaie]|identic[oaie]|identiche|intatt[oaie]|come prima)|invariat[oaie]|inalterat[oaie]|come prima|omess[oaie]|senza modifiche',
    keep: 'mantenere|mantieni|mantenete|lasciare|lascia(?:te)?|conserva(?:re)?',
    omitted: 'omess[oaie]|abbreviat[oaie]|troncat[oaie]|invariat[oaie]|come prima',
  },
  // Turkish
  {
    rest: '(?:geri ?)?kalan(?:ı|lar|ları)?|diğer(?:leri)?|mevcut|önceki|var olan',
    stays:
      '(?:aynı|aynen|değişmeden|olduğu gibi)(?: kal(?:ır|ıyor|acak|sın))?|değişmedi|değişmez|değişmiyor|değişiklik yok|önceki gibi|atlandı|kısaltıldı|korunur|korundu|koruyun',
    omitted: 'atlandı|kısaltıldı|değişiklik yok|aynı kalır',
  },
  // Russian
  {
    rest: 'остальн\\p{L}{1,4}|прочи\\p{L}{1,3}|друг\\p{L}{1,4}|существующ\\p{L}{1,4}|предыдущ\\p{L}{1,4}',
    all: 'вс[её]',
    stays:
      '(?:оста[её]тся |остаются |остались? |осталось |осталась )?(?:без изменений|неизменн\\p{L}{1,3}|прежн\\p{L}{1,3}|таким же|такой же|такими же|тем же|как (?:было|раньше|прежде|есть)|не меня[ею]тся|не меняются|опущен\\p{L}{0,2}|пропущен\\p{L}{0,2}|сокращ[её]н\\p{L}{0,2})',
    keep: 'оставить|оставьте|сохранить|сохраните',
    omitted: 'опущен\\p{L}{0,2}|пропущен\\p{L}{0,2}|сокращ[её]н\\p{L}{0,2}|без изменений|как раньше',
  },
]

const WORD = "[\\p{L}\\p{N}'’/-]{1,24}"

/** Whole notes that replace something left out. All are linear: repetitions are bounded. */
const PHRASES = LANGUAGES.flatMap(({ rest, all, stays, keep }) => [
  new RegExp(
    `^(?:${WORD} ){0,2}(?:${all === undefined ? rest : `${rest}|${all}`})(?: ${WORD}){0,5} (?:${stays})$`,
    'u',
  ),
  ...(keep === undefined
    ? []
    : [
        new RegExp(`^(?:${keep})(?: ${WORD}){0,3} (?:${rest})(?: ${WORD}){0,4}$`, 'u'),
        new RegExp(`^(?:${WORD} ){0,3}(?:${rest})(?: ${WORD}){0,4} (?:${keep})$`, 'u'),
      ]),
])
/** Notes that count in a comment, in brackets or with dots. */
const OMITTED = LANGUAGES.map(({ omitted }) => new RegExp(`^(?:${WORD} ){0,3}(?:${omitted})$`, 'u'))
/** Words that replace something only with dots beside them. */
const WITH_DOTS = LANGUAGES.map(
  ({ rest }) => new RegExp(`^(?:${WORD} ){0,2}(?:${rest}|usw|etc|ecc|vb|итд)(?: ${WORD}){0,5}$`, 'u'),
)
/** Chinese and Japanese, which have no blanks between words. */
const WITHOUT_BLANKS: readonly RegExp[] = [
  /^(?:其余|其他|其它|剩余|剩下|原有|现有|已有|原来|之前|后面|上面).{0,20}(?:保持不变|不变|保持原样|省略|略|同上|相同|一样)$/u,
  /^(?:此处|这里|以下|中间)?(?:内容|代码|部分)?(?:已)?(?:省略|略|保持不变|无变化|没有变化)(?:.{0,8}(?:内容|代码|部分))?$/u,
  /^(?:保留|保持)(?:其余|其他|其它|原有|现有|已有|剩余).{0,20}$/u,
  /^(?:残り|その他|その他|他|ほか|既存|以下|以前|元|それ以外)の?.{0,20}(?:変更なし|変更ありません|そのまま|省略|同じ|同様|変わらず|変わりません|略)(?:です)?$/u,
  /^(?:以下|中|前|後)?(?:省略|略|同様|変更なし)$/u,
]
const WITHOUT_BLANKS_DOTS = /^(?:其余|其他|其它|剩余|原有|现有|已有|残り|その他|他の|既存|以下).{0,20}$/u

/** A quick test: every phrase contains one of these. */
const MAY_BE =
  /unveränd|gleich|unberühr|identi|wie (?:b|z|v|g|o|i)|bleib|gelassen|gekürzt|behalt|lass|inchang|mêm|quel|comme|change|omi[st]|abr|gard|conserv|laiss|igua[il]|cambios|antes|intact|inalter|mism|mant|dej|trunc|alteraç|mudan|mesm|deix|como|invari|ugual|stess|prima|omess|modific|lasci|tronc|ayn|değiş|olduğu|gibi|atland|kısalt|koru|измен|прежн|таки?[мой]|тем же|как |меня|опущен|пропущен|сокращ|остав|сохран|变|略|原样|同|一样|保|変|そのまま/u

const DECORATION = ' .…[](){}<>*/#=–—-:!,;~（）【】「」『』。、·'

export interface NoteKind {
  /** Whether dots are beside the words. */
  dots: boolean
  /** Whether it is a comment, or in brackets. */
  aside: boolean
}

/**
 * Whether words are a note in German, French, Spanish, Portuguese, Italian, Turkish, Russian, Chinese or Japanese that
 * replaces something left out, such as `Rest bleibt unverändert`.
 */
export function isForeignElision(words: string, { dots, aside }: NoteKind): boolean {
  const bare = strip(words.replace(/\s+/g, ' '), DECORATION).toLowerCase().normalize('NFC')
  if (bare === '' || bare.length > 160) return false
  if (dots && [...WITH_DOTS, WITHOUT_BLANKS_DOTS].some((phrase) => phrase.test(bare))) return true
  if (!MAY_BE.test(bare)) return false
  if (PHRASES.some((phrase) => phrase.test(bare))) return true
  return (dots || aside) && [...OMITTED, ...WITHOUT_BLANKS].some((phrase) => phrase.test(bare))
}
