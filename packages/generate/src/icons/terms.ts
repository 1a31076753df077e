/**
 * Words of websites, each line one meaning: an icon whose name is one word of a line is also found by the others.
 * The sets name the same thing differently, and businesses ask for what they do rather than for what is drawn.
 */
const meanings = `
  email mail envelope message letter inbox newsletter
  phone call telephone mobile smartphone contact
  location map pin address directions place marker
  home house
  search magnifying find lookup
  settings cog gear preferences configuration adjustments
  user person profile account avatar
  team users people group community
  shop store storefront market retail
  cart basket bag checkout buy
  price tag money cash currency dollar coin payment
  card credit payment wallet
  delivery truck shipping transport
  gift present voucher
  time clock hours opening schedule
  date calendar booking appointment event reservation
  star rating review favorite
  heart love like care wellness
  check tick done success verified
  close cross cancel
  warning alert caution triangle
  info information about help question
  secure security shield lock protection privacy safe
  key access login
  food utensils restaurant dining meal kitchen menu fork
  coffee cafe cup mug espresso
  bread bakery croissant wheat baker loaf
  cake dessert pastry cookie sweet
  drink wine beer bar glass
  leaf eco organic nature sustainable green plant
  tree garden forest landscaping park
  flower florist bouquet
  sun summer light weather bright
  dog cat paw pet animal vet
  car vehicle auto garage
  bike bicycle cycling
  plane airplane travel flight trip
  hotel bed room accommodation sleep
  tools wrench hammer repair service maintenance craft
  build building construction office company
  paint palette brush design art color
  camera photo photography picture
  image gallery photo picture
  video film movie play
  music audio sound note
  book reading library education
  school education graduation academic learning course
  idea lightbulb bulb innovation
  fast rocket speed launch bolt lightning quick
  growth chart trending graph analytics statistics
  medal award trophy quality certificate winner
  health medical doctor hospital clinic stethoscope heartbeat
  tooth dental dentist
  fitness gym dumbbell barbell training workout
  yoga meditation relax spa lotus wellness
  scissors hair barber salon cut
  baby child kids stroller
  electrician electrical plug bolt
  law lawyer legal scale justice gavel
  finance bank landmark piggy savings
  work briefcase job career business
  chat message conversation talk support comment
  download save
  upload send export
  share social network
  link chain url
  world globe international language web
  code developer programming software
  computer laptop desktop monitor
  cloud hosting server
  wifi internet wireless
  water drop plumbing plumber droplet faucet pipe
  fire flame heating hot
  clean sparkles cleaning broom
  recycle sustainable renew
  energy electric power plug bolt
  arrow next right forward
  menu hamburger bars navigation
  handshake partner deal agreement
`

const byWord = new Map<string, Set<string>>()
for (const line of meanings.trim().split('\n')) {
  const words = line.trim().split(/\s+/)
  for (const word of words) {
    const related = byWord.get(word) ?? new Set<string>()
    for (const other of words) if (other !== word) related.add(other)
    byWord.set(word, related)
  }
}

/** Other words for what a word means: of one meaning, and the singular and plural of the word itself. */
export function relatedWords(word: string): ReadonlySet<string> {
  const forms = word.endsWith('s') ? [word.slice(0, -1), word] : [word, `${word}s`]
  const related = new Set(forms.flatMap((form) => [form, ...(byWord.get(form) ?? [])]))
  related.delete(word)
  return related
}
