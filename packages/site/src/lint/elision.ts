import { strip } from '@atelier/operation'
import { isForeignElision } from './elisionLanguages.ts'

/**
 * Finds phrases that replace something the writer left out: `... rest of the page stays the same ...`. Storing them
 * would keep only the phrase and lose the rest.
 */

const THINGS =
  'page|pages|content|contents|code|markup|html|css|styles?|file|document|sections?|items?|elements?|cards?|rows?|cells?|columns?|lists?|links?|nav|navigation|menu|header|footer|body|head|form|fields?|inputs?|options?|buttons?|images?|paragraphs?|text|rules?|properties|declarations|functions?|scripts?|methods?|imports?|handlers?|logic|entries|slides?|questions?|answers?|features?|testimonials?|posts?|products?|attributes?|children|nodes?|stuff|parts?|lines?|component|components|template|layout|grid|table|plans?|tiers?|articles?|it|everything|others?'
const LEFT = 'rest|remaining|remainder|existing|previous|original|other|old|unchanged|same|current'
const STAYS =
  '(?:(?:can |should |will |must |may )?(?:stays?|remains?|is|are|be|goes|go|left|kept|continues?)(?: exactly| all| left| kept)?(?: the)? (?:same|unchanged|untouched|intact|as(?: it)?(?: is| was| were| are)?|as before|below|above|here|omitted|identical|like before)|unchanged|untouched|omitted|as before|as is|follows?(?: here)?|continues?(?: here)?|(?:goes )?here|below|above|identical)'

/** Each matches a whole phrase without surrounding dots and quotes. All are linear: repetitions are bounded. */
const PHRASES: readonly RegExp[] = [
  // rest of the page stays the same, the remaining cards are unchanged, existing content here
  new RegExp(
    `^(?:and |with |then |plus )?(?:all |your |my |our |keep |leave |insert |include )?(?:the |all |any |your |our )?(?:${LEFT})(?: of)?(?: the| your| this| all)?(?: [\\w'’/-]{1,20}){0,4} ${STAYS}$`,
  ),
  new RegExp(
    `^(?:and |with |then |plus )?(?:the |all |your |our )?(?:rest|remainder)(?: of (?:the |your |this |our )?(?:[\\w'’/-]{1,20} ){0,2}(?:${THINGS}))$`,
  ),
  new RegExp(
    `^(?:the |your |all |any )?(?:existing|previous|original|remaining|unchanged|old)(?: [\\w'’/-]{1,20}){0,2} (?:${THINGS})$`,
  ),
  /^(?:the |this )?(?:page|content|code|markup|html|section|everything)(?: else)? (?:stays|remains|is)(?: exactly)?(?: the)? (?:same|unchanged|as before|as is|untouched)$/,
  /^(?:the )?same(?: [\w'’/-]{1,20}){0,3} as (?:before|above|earlier|the original|the previous|the existing|the first|now)$/,
  /^(?:everything|all) else(?: here)?(?: stays| remains| is)?(?: the)?(?: same| unchanged| as before| as is)?$/,
  new RegExp(
    `^(?:keep|leave|retain|preserve|insert|include|copy|paste|add|put|continue with)(?: in)?(?: the| all| your| this)?(?: (?:${LEFT}))(?: of)?(?: [\\w'’/-]{1,20}){0,5}$`,
  ),
  /^(?:keep|leave)(?: [\w'’/-]{1,20}){0,4} (?:as is|as it is|as they are|as before|the same|unchanged|untouched)$/,
  new RegExp(
    `^(?:add |insert |put |and |with )?(?:the |your )?(?:more|other|additional|similar|further|another|remaining)(?: [\\w'’/-]{1,20}){0,2} (?:${THINGS}) (?:here|go here|goes here|as needed|below|like this|like these|omitted|follow|as before|as above)$`,
  ),
  /^(?:repeat|duplicate|copy)(?: this| these| the| that| above| for| same| as)(?: [\w'’/-]{1,20}){0,6}$/,
  new RegExp(`^similar (?:${THINGS}) for(?: [\\w'’/,&-]{1,20}){1,8}$`),
  /^(?:(?:content|code|html|markup|section|sections|rest|unchanged|the rest) )?(?:is |are |was )?(?:omitted|truncated|snipped|abbreviated|elided|shortened)(?: here)?(?: for (?:brevity|clarity|space|length|readability))?$/,
  /^(?:no changes?(?: here| needed| to this section| below| above)?|unchanged|not changed|as before|snip|same|as above|etc|and so on|and so forth)$/,
  /^(?:and )?(?:the )?(?:rest|remainder|others|remaining)$/,
  /^(?:[\w'’/-]{1,20} ){0,4}(?:omitted|truncated|shortened|abbreviated) for (?:brevity|clarity|space|readability)$/,
]
/** Phrases that could also address visitors: they count only inside a comment. */
const IN_COMMENTS: readonly RegExp[] = [
  /^(?:[\w'’/-]{1,20} ){1,5}(?:stays?|remains?|is|are|left|kept)(?: exactly| all)?(?: the)? (?:same|unchanged|untouched|intact|as before|as is|as it is|as they are|as it was)$/,
  /^same (?:[\w'’/-]{1,20} ){0,3}(?:for|as)(?: [\w'’/,&-]{1,20}){1,6}$/,
]
/** Phrases that mean more of the same, unless they label something that follows. */
const AT_THE_END =
  /^(?:the |all |any |and |your |add ){0,2}(?:more|others?|remaining|rest|remainder|additional|further|similar|existing|previous|original|same)(?: [\w'’/,&-]{1,20}){0,5}$/
/** Words that, with dots, replace left-out content; without dots they could be a label. */
const WITH_DOTS = new RegExp(
  `^(?:[\\w'’/,&()-]{1,24} ){0,5}?(?:${LEFT}|more|others|etc|similar|rest|repeat|continue|continued|continues|as above|as before|keep|here|\\d+ more)(?: [\\w'’/,&()-]{1,24}){0,6}$`,
)
const LONGEST = 160
/** A quick test: every English elision contains one of these. */
const MAY_BE =
  /\.\.\.|…|\[|\(|\{|unchanged|same|as is|as before|omitted|rest|remain|exist|other|more|previous|original|repeat|similar|keep|leave|else|etc|and so|snip|as above|truncated|abbreviated|elided|shortened|no change|not changed|old|retain|preserve|additional|further/i
/** The characters around such phrases: comment marks, brackets, dots, dashes. */
const AROUND = ' .…[](){}<>*/#=–—-:!,'

/**
 * Whether a text is only a phrase that replaces left-out content.
 * @param loose also accepts only dots, or dots with such words: for a comment, or a separate line between elements
 * @param comment whether the text is a comment; `last` if it is the last child of its element
 */
export function isElision(text: string, loose: boolean, comment?: 'last' | 'label'): boolean {
  if (text.length > LONGEST * 2) return false
  const line = text.replace(/\s+/g, ' ').trim().toLowerCase()
  if (line.length > LONGEST || line === '') return false
  const dots = /^\W{0,6}(?:\.{3,}|…)/.test(line) || /(?:\.{3,}|…)\W{0,6}$/.test(line)
  const bracketed =
    (/^[[({（【]/.test(line) && /[\])}）】]$/.test(line)) || line.startsWith('//') || line.startsWith('/*')
  const aside = comment !== undefined || bracketed
  if ((dots || loose || aside) && isForeignElision(line, { dots: dots && loose, aside })) return true
  if (!MAY_BE.test(text)) return false
  const bare = strip(line, AROUND).replace(/^todo:? /, '')
  if (bare === '') return loose && dots
  if (dots && loose && WITH_DOTS.test(bare)) return true
  if (comment === 'last' && AT_THE_END.test(bare)) return true
  if (comment && IN_COMMENTS.some((phrase) => phrase.test(bare))) return true
  if (!dots && !loose && !bracketed && !/^(?:the )?(?:rest|remaining|existing)\b/.test(bare)) return false
  return PHRASES.some((phrase) => phrase.test(bare))
}
