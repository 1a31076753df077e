import { createHash } from 'node:crypto'

/**
 * Tells the window around a preview how far it is scrolled, and scrolls to where that window says: by the name of the
 * frame while the page loads, by a message later. The document has no origin, so that no other page can read it.
 */
const SCRIPT = `(()=>{if(parent===window)return
const to=([left,top])=>scrollTo({left,top,behavior:'instant'})
const given=/^atelier-scroll:(\\d+),(\\d+)$/.exec(name)
if(given&&given.some((part,at)=>at>0&&part!=='0'))for(const when of['DOMContentLoaded','load'])addEventListener(when,()=>to([+given[1],+given[2]]),{once:true})
addEventListener('message',({source,data})=>{if(source===parent&&Array.isArray(data?.atelierScroll))to(data.atelierScroll)})
addEventListener('scroll',()=>parent.postMessage({atelierScroll:[Math.round(scrollX),Math.round(scrollY)]},'*'),{passive:true})
})()`

const SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`

/** A page that keeps its scroll position when its next state is shown. */
export const withKeptScroll = (html: string): string =>
  html.replace(/<head(?=[\s>])[^<>]*>/i, (head) => `${head}<script>${SCRIPT}</script>`)

/** A directive of a page's policy, which lets that script run. */
export function allowKeptScroll(directive: string): string {
  const [name, ...sources] = directive.split(' ')
  if (name !== 'script-src' || sources.includes("'unsafe-inline'")) return directive
  return [name, ...sources.filter((source) => source !== "'none'"), SOURCE].join(' ')
}
