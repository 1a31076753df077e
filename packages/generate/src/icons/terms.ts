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
  handshake partner deal agreement insurance broker
  trash garbage rubbish waste bin litter disposal refuse
  recycle recycling waste
  scissors haircut hairdresser barbershop hairstyle tailor seamstress sewing
  stamp notary seal notarised certified deed
  signature notary contract signed sign
  candle flower grave undertaker funeral mourning memorial
  lighthouse anchor ship boat harbour harbor port sailing
  waves tide tides sea ocean swell
  guitar microphone music band concert gig musician rehearsal
  ticket concert gig admission entry show
  baby blocks kindergarten nursery daycare childcare
  beef ham meat butcher butchery sausage
  ring rings gem wedding marriage engagement jewellery jewelry bride
  umbrella insurance protection cover
  calculator tax taxes accountant accounting bookkeeping
  receipt tax invoice bill expenses
  hammer carpenter carpentry joiner joinery woodwork roofer roofing builder
  saw carpenter joiner wood timber
  paintbrush painter decorator paint-roller painting
  glasses eye optician spectacles eyewear
  pill pharmacy pharmacist chemist medicine
  paw-print paw veterinarian vets veterinary
  hand massage physiotherapy physio manicure nails
  accessible body physiotherapy therapy
  pen needle tattoo ink
  truck moving removal removals relocation haulage
  package box moving parcel storage
  key lock locksmith
  shovel gardener gardening allotment
  leaf gardener lawn
  shower bath bathroom plumbing sanitary
  thermometer heating heater radiator
  snowflake cooling winter cold air-conditioning
  cheese milk dairy farm farmer
  egg chicken poultry farm
  tractor farm farmer agriculture harvest
  fish fishmonger seafood fishing
  pizza pizzeria slice takeaway
  ice-cream gelato dessert
  gavel court judge attorney
  landmark council authority government city museum townhall
  megaphone notices news announcement campaign
  newspaper press news articles
  microscope lab laboratory research science
  atom science physics
  church chapel parish worship religion
  mosque temple prayer
  theatre theater drama masks stage
  tent camping campsite outdoor
  mountain hiking climbing alpine
  swimmer pool swimming swim
  football soccer ball sports club
  horse riding stable
  bus tram train transit station
  parking garage
  wheelchair accessibility accessible barrier-free
  language translate translator interpreter
  headphones podcast listen
  printer print printing copyshop
  shirt clothes clothing fashion textile dry-cleaning
  shoe shoes cobbler footwear
  watch watchmaker clockmaker
  sofa armchair furniture interior
  lamp light lighting
  solar-panel solar photovoltaic
  battery charging ev
  fuel petrol gas station
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
