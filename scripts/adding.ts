/** Applies the examples of CONTRIBUTING.md, and prints the files that each touches: `node scripts/adding.ts`. */
import { filesWith, readBlocks } from './testing/contributing.ts'

for (const [heading, blocks] of Map.groupBy(readBlocks(), (block) => block.heading)) {
  const files = [...filesWith(blocks).keys()]
  console.log(`${heading}: ${files.length}\n${files.map((file) => `  ${file}`).join('\n')}`)
}
