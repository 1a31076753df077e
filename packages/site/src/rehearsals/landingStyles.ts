import type { Trade } from './trades.ts'

/** The tokens and the ground of the landing page; applied first, so that every section after it can use them. */
export function groundCss(trade: Trade): string {
  return `:root {
  color-scheme: light dark;
  --paper: ${trade.paper};
  --ink: ${trade.ink};
  --accent: ${trade.accent};
  --on-accent: ${trade.onAccent};
  --muted: color-mix(in oklab, var(--ink) 68%, var(--paper));
  --line: color-mix(in oklab, var(--ink) 18%, var(--paper));
  --display: Inter, "Helvetica Neue", Helvetica, Arial, ui-sans-serif, system-ui, sans-serif;
  --sans: Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif;
}
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 400 clamp(1.0625rem, 1rem + 0.25vw, 1.1875rem)/1.6 var(--sans);
}`
}

export const signCss = `.sign { position: relative; display: grid; gap: clamp(3rem, 8vw, 7rem); overflow: clip; background: var(--accent); color: var(--on-accent); container-type: inline-size; }
.sign-bar { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; justify-content: space-between; align-items: baseline; padding: 1.25rem clamp(1.25rem, 4vw, 4rem) 0; }
.sign-name { font: 600 1.125rem/1.5 var(--display); color: inherit; text-decoration: none; }
.sign-menu { display: flex; gap: 1.5rem; margin: 0; padding: 0; list-style: none; }
.sign-menu a { display: inline-block; padding-block: 0.5rem; color: inherit; text-decoration: none; }
.sign-menu a:hover { text-decoration: underline; text-underline-offset: 0.25em; color: inherit; }
.sign-face { display: grid; gap: 1.5rem; justify-items: start; padding-inline: clamp(1.25rem, 4vw, 4rem); }
.sign-face h1 { max-width: 14ch; margin: 0; font: 500 clamp(2.5rem, 1.4rem + 5vw, 5.5rem)/1.02 var(--display); letter-spacing: -0.035em; text-wrap: balance; }
.sign-lead { max-width: 34rem; margin: 0; font-size: clamp(1.125rem, 1rem + 0.6vw, 1.375rem); line-height: 1.5; text-wrap: pretty; }
.sign-action { display: inline-block; padding: 0.95rem 1.6rem; background: var(--on-accent); color: var(--accent); font-weight: 600; line-height: 1.25; text-decoration: none; }
.sign-action:hover { background: var(--paper); color: var(--ink); }
.sign-wordmark { max-width: none; margin: 0 0 -0.14em; padding-inline: 0.04em; font: 700 min(30rem, calc(152cqw / var(--letters)))/0.8 var(--display); letter-spacing: -0.055em; text-align: center; white-space: nowrap; opacity: 0.16; user-select: none; }`

export const boardCss = `.board { display: grid; grid-template-columns: minmax(0, 4fr) minmax(0, 8fr); gap: clamp(1.5rem, 4vw, 4rem); padding: clamp(4rem, 9vw, 8rem) clamp(1.25rem, 4vw, 4rem); }
.board h2, .story h2, .visit h2 { margin: 0; font: 500 clamp(1.75rem, 1.3rem + 1.8vw, 3rem)/1.1 var(--display); letter-spacing: -0.025em; text-wrap: balance; }
.board-list { margin: 0; padding: 0; list-style: none; }
.board-list li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1.5rem; padding-block: 1.1rem; border-bottom: 1px solid var(--line); }
.board-list li:first-child { border-top: 1px solid var(--line); }
.board-item { font-weight: 600; }
.board-price { font-variant-numeric: tabular-nums; }
.board-note { grid-column: 1; color: var(--muted); }
@media (max-width: 768px) {
  .board { grid-template-columns: minmax(0, 1fr); }
}`

export const storyCss = `.story { display: grid; grid-template-columns: minmax(0, 4fr) minmax(0, 8fr); gap: clamp(1.5rem, 4vw, 4rem); padding: clamp(4rem, 9vw, 8rem) clamp(1.25rem, 4vw, 4rem); border-top: 1px solid var(--line); }
.story p { max-width: 38rem; margin: 0 0 1.25rem; font-size: clamp(1.25rem, 1.05rem + 0.9vw, 1.75rem); line-height: 1.42; letter-spacing: -0.01em; text-wrap: pretty; }
.story p + p { color: var(--muted); }
@media (max-width: 768px) {
  .story { grid-template-columns: minmax(0, 1fr); }
}`

export const visitCss = `.visit { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: clamp(2rem, 5vw, 5rem); align-items: start; padding: clamp(4rem, 9vw, 8rem) clamp(1.25rem, 4vw, 4rem); border-top: 1px solid var(--line); }
.visit-words { display: grid; gap: 1.25rem; justify-items: start; }
.visit-words p { margin: 0; max-width: 30rem; }
.visit-action { display: inline-block; padding: 0.95rem 1.6rem; background: var(--accent); color: var(--on-accent); font-weight: 600; line-height: 1.25; text-decoration: none; }
.visit-action:hover { background: var(--ink); color: var(--paper); }
.hours { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.hours caption { padding-bottom: 0.75rem; color: var(--muted); text-align: start; }
.hours th, .hours td { padding: 0.8rem 0; border-top: 1px solid var(--line); font-weight: 400; text-align: start; }
.hours td { text-align: end; }
.endnote { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; justify-content: space-between; padding: 1.5rem clamp(1.25rem, 4vw, 4rem) 2.5rem; border-top: 1px solid var(--line); color: var(--muted); font-size: 0.9375rem; }
.endnote p { margin: 0; }`
