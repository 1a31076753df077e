export const intentCategories = [
  'content_operation',
  'model_operation',
  'branch_operation',
  'project_operation',
  'query',
  'out_of_scope',
] as const
export type IntentCategory = (typeof intentCategories)[number]

/** A word that says what a message asks for, in all its forms. */
export type Word = {
  /** Matches whole words, lower-cased; two words where the expression has a blank. */
  pattern: RegExp
  /** It is also a name, or a word of another language. */
  doubtful?: boolean
  /** The word that follows within a few others, as in “set the project up”. */
  particle?: string
} & (
  | { role: 'action'; category: IntentCategory }
  | { role: 'question'; category: 'query' }
  /** The action. `only`: whatever it is done with. */
  | { role: 'verb'; category: 'content_operation'; only?: IntentCategory }
  /** The object of an action. */
  | { role: 'object'; category: IntentCategory }
)

export interface Lexicon {
  language: string
  words: readonly Word[]
  /** Brings a word to the form in which the patterns are written. */
  fold?(word: string): string
  /** Letters that only this language has. */
  letters?: RegExp
  /** Verbs follow what they are done with. */
  verbLast: boolean
}

const english = (forms: string): RegExp => new RegExp(`^(?:${forms})$`)

export const englishLexicon: Lexicon = {
  language: 'en',
  verbLast: false,
  words: [
    action(
      'project_operation',
      english('init|initiali[sz](?:e|es|ed|ing)|set(?:ting)? up|setup|configur(?:e|es|ed|ing|ation)'),
    ),
    action(
      'branch_operation',
      english('merg(?:e|es|ed|ing)|branch(?:es)?|approv(?:e|es|ed|ing)|reject(?:s|ed|ing)?|conflicts?'),
    ),
    { ...action('project_operation', english('set(?:s|ting)?')), particle: 'up' },
    question(
      english(
        'list(?:s|ing)?|show(?:s|ing)?|what|which|how|where|when|who|why|get|find(?:s|ing)?|search(?:es|ing)?|count|compare|explain|analy[sz]e|check|validate',
      ),
    ),
    contentVerb(
      english(
        'writ(?:e|es|ing)|schedul(?:e|es|ing)|translat(?:e|es|ing)|(?:un)?publish(?:es|ing)?|archiv(?:e|es|ing)|rewrit(?:e|es|ing)|proofread|shorten|summari[sz]e',
      ),
    ),
    verb(
      english(
        'add(?:s|ing)?|creat(?:e|es|ing)|mak(?:e|es|ing)|new|edit(?:s|ing)?|updat(?:e|es|ing)|delet(?:e|es|ing)|remov(?:e|es|ing)|restor(?:e|es|ing)|duplicat(?:e|es|ing)|mov(?:e|es|ing)|(?:re)?order(?:s|ing)?|fill(?:s|ing)?|improv(?:e|es|ing)|renam(?:e|es|ing)|chang(?:e|es|ing)|sav(?:e|es|ing)|cop(?:y|ies|ying)|fix(?:es|ing)?|defin(?:e|es|ing)|replac(?:e|es|ing)',
      ),
    ),
    object('model_operation', english('models?|fields?|schemas?|content types?')),
    object('project_operation', english('locales?|languages?|projects?|domains?|workflows?')),
    object(
      'content_operation',
      english(
        'entr(?:y|ies)|contents?|posts?|articles?|pages?|titles?|texts?|translations?|descriptions?|items?|products?|authors?|categor(?:y|ies)|drafts?|dictionar(?:y|ies)',
      ),
    ),
  ],
}

/** Endings of a Turkish verb in an order, a wish or a question, in folded letters. */
const verbEnding =
  '(?:y?[iu]n(?:[iu]z)?|[aeiu]?r(?:s[ae]n)?|s[ae]n[ae]|y?[ae]l[iu]m|y?[ae]bil(?:ir)?|m[ae]k|m[ae]n[iu]?|[iu]?yor(?:um)?)?'
/** Endings of a Turkish noun, in folded letters. */
const nounEnding = '(?:l[ae]r)?(?:[yn]?[iuae]|n?[iu]n|[dt][ae]n?|s[iu](?:n[iuae]?)?|[iu]n[iuae])?'
const turkishVerb = (stems: string): RegExp => new RegExp(`^(?:${stems})${verbEnding}$`)
const turkishNoun = (stems: string): RegExp => new RegExp(`^(?:${stems})${nounEnding}$`)

export const turkishLexicon: Lexicon = {
  language: 'tr',
  verbLast: true,
  letters: /[çğışöüİÇĞŞÖÜ]/,
  // Many people write Turkish without its own letters.
  fold: (word) =>
    word
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replaceAll('ı', 'i'),
  words: [
    action('project_operation', turkishVerb('baslat|kur|yapilandir')),
    action('project_operation', turkishNoun('kurulum|yapilandirma')),
    action('branch_operation', turkishVerb('birlestir|onayla|reddet')),
    action('branch_operation', turkishNoun('branch|cakisma')),
    { ...action('branch_operation', turkishNoun('dal')), doubtful: true },
    question(turkishVerb('listele|goster|getir|bul|karsilastir|acikla')),
    question(/^(?:neler|nedir|nasil|kac|hangi|hangisi|hangileri|nerede|kim|neden|nicin)$/),
    { ...question(/^(?:ne|ara|arar)$/), doubtful: true },
    contentVerb(/^yazar m[iu]s[iu]n(?:[iu]z)?$/),
    // The one who writes, which looks like a form of the verb.
    object('content_operation', turkishNoun('yazar')),
    contentVerb(turkishVerb('yaz|cevir|tercume e[td]|yayinla|yayimla|arsivle|ozetle|kisalt|zamanla')),
    verb(
      turkishVerb(
        'ekle|olustur|duzenle|guncelle|sil|kaldir|degistir|kaydet|kopyala|tanimla|duzelt|geri yukle|geri getir|tasi|sirala|iyilestir|doldur',
      ),
    ),
    object('model_operation', turkishNoun('model|sema')),
    { ...object('model_operation', turkishNoun('alan')), doubtful: true },
    object('project_operation', turkishNoun('dil|proje')),
    object(
      'content_operation',
      turkishNoun(
        'icerik|icerig|girdi|kayit|kayd|yazi|makale|baslik|baslig|metin|metn|ceviri|sayfa|urun|kategori|aciklama|sozluk|sozlug',
      ),
    ),
  ],
}

function action(category: IntentCategory, pattern: RegExp): Word {
  return { role: 'action', category, pattern }
}

function question(pattern: RegExp): Word {
  return { role: 'question', category: 'query', pattern }
}

function verb(pattern: RegExp): Word {
  return { role: 'verb', category: 'content_operation', pattern }
}

/** A verb that is only ever done with content, whatever is named beside it. */
function contentVerb(pattern: RegExp): Word {
  return { role: 'verb', category: 'content_operation', only: 'content_operation', pattern }
}

function object(category: IntentCategory, pattern: RegExp): Word {
  return { role: 'object', category, pattern }
}
