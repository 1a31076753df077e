import type { Canvas } from '../drawing/canvas.ts'
import { abstract } from './abstract.ts'
import { city } from './city.ts'
import { food } from './food.ts'
import { interior } from './interior.ts'
import { landscape } from './landscape.ts'
import { people } from './people.ts'
import { plants } from './plants.ts'
import { stillLife } from './stillLife.ts'

type Scene = (canvas: Canvas) => void

/** The subject of each scene: the words that ask for it. If two have as many words, the first is drawn. */
const described: readonly [scene: Scene, words: string][] = [
  [
    people,
    'person people portrait man woman men women team group family friends colleagues staff smiling face founder owner chef barista baker instructor teacher doctor client customer customers couple kids children student students headshot craftsman gardener potter therapist lawyer standing wearing hands',
  ],
  [
    food,
    'food bread loaf loaves sourdough croissant pastry pastries cake coffee espresso latte cappuccino tea cup dish plate meal salad pizza pasta breakfast lunch dinner dessert fruit vegetables cooking baking ingredients soup burger sushi bowl restaurant table tasty delicious rustic',
  ],
  [
    landscape,
    'landscape mountain mountains hill hills valley sky sea ocean beach lake river coast forest woods nature field fields sunset sunrise horizon island desert snow vineyard countryside view panorama hiking trail sailing',
  ],
  [
    plants,
    'plant plants flower flowers garden leaf leaves botanical bouquet floral greenery herbs tree trees florist rose roses spring tropical',
  ],
  [
    city,
    'building buildings city street skyline architecture facade storefront shop store house houses home town tower urban exterior entrance neighborhood bridge boutique apartment',
  ],
  [
    interior,
    'interior room office desk workspace living kitchen bedroom sofa furniture studio window lobby hall classroom library laptop computer software website technology salon spa clinic gym meeting cozy indoor inside',
  ],
  [
    stillLife,
    'product products bottle box packaging vase pottery ceramic ceramics jewelry candle candles cosmetics craft handmade object shoes bag watch wine glass tools tool leather wood workshop detail closeup perfume gift soap',
  ],
]
const scenes = described.map(([scene, words]) => [scene, new Set(words.split(' '))] as const)

/** The scene that most words of a query ask for. */
export function sceneOf(words: readonly string[]): Scene {
  let best: Scene = abstract
  let most = 0
  for (const [scene, asked] of scenes) {
    // The subject of a query is mostly at its beginning.
    const weight = words.reduce((sum, word, at) => sum + (asked.has(word) ? 1 + 1 / (1 + at) : 0), 0)
    if (weight > most) [best, most] = [scene, weight]
  }
  return best
}
