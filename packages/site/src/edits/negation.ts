/** Words of four letters and more that negate, in English, German, French, Spanish, Portuguese, Italian, Turkish and Russian. */
const NEGATIONS: ReadonlySet<string> = new Set(
  `never none nothing nobody nowhere neither cannot without hardly nicht nichts niemals niemand niemandem niemanden
  nirgends nirgendwo kein keine keinen keiner keinem keines keins ohne weder kaum jamais aucun aucune rien personne sans
  nulle nullement nunca nada nadie ninguno ninguna ningún tampoco jamás nenhum nenhuma ninguém tampouco nessuno nessuna
  nessun niente nulla senza neanche nemmeno neppure değil asla hiçbir hiçbiri yoktur olmadan нельзя никогда ничего
  никто нигде никакой никакая никакие`.split(/\s+/),
)
/** How many letters at the beginning of a word have to agree: prefixes such as `un-`, `in-`, `k-` and `не-` negate. */
const SAME_START = 2

/**
 * Whether one of two words may be the negation of the other, in any of ten languages: a word that negates, another
 * beginning, a Turkish `-m-` or `-siz`. Chinese and Japanese words are never taken for slips.
 */
export function crossesNegation(one: string, other: string): boolean {
  const [a, b] = one.length <= other.length ? [one, other] : [other, one]
  if (NEGATIONS.has(a) || NEGATIONS.has(b)) return true
  if (a.slice(0, SAME_START) !== b.slice(0, SAME_START) || b.endsWith(a)) return true
  return negatesInTurkish(a, b) || negatesInTurkish(b, a)
}

/** Whether a word has a negation inside that another one does not have: `kapatılmadı` beside `kapatıldı`. */
function negatesInTurkish(plain: string, negated: string): boolean {
  let start = 0
  while (start < plain.length && plain.charAt(start) === negated.charAt(start)) start += 1
  let same = 0
  while (
    same < Math.min(plain.length, negated.length) - start &&
    plain.charAt(plain.length - same - 1) === negated.charAt(negated.length - same - 1)
  )
    same += 1
  const own = negated.slice(start, negated.length - same)
  return /^(?:m[aeıiuü]?z?|[aeıiuü]m|s[ıiuü]z)$/u.test(own) || /s[ıiuü]z$/u.test(negated)
}
