import { anthropicEvents, sse } from '../../packages/agent/src/testing/recordings.ts'
import { startReplay } from '../../packages/agent/src/testing/replay.ts'

const count = Number(process.argv[2])
const body = sse(anthropicEvents([{ type: 'text', text: 'word '.repeat(count) }], 'end_turn', 5))
const replay = await startReplay([{ body, packet: 65_536 }])
console.log(replay.url)
