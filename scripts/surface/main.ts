// Prints what a program outside can see, as JSON: node scripts/surface/main.ts > listing.json
import { readSurface } from './surface.ts'

console.log(JSON.stringify(await readSurface(process.cwd()), null, 1))
