export const styles = `:root {
  color-scheme: light dark;
  --paper: light-dark(#f7f3ec, #191714);
  --sheet: light-dark(#fffdf8, #211e1a);
  --ink: light-dark(#211d17, #f2ece1);
  --muted: light-dark(#6b6254, #a89f90);
  --line: light-dark(#d9d0c0, #3a352d);
  --accent: light-dark(#a63c17, #f08a5d);
  --on-accent: light-dark(#fffaf3, #21120a);
  --wood-top: light-dark(#f3e3c6, #6a5536);
  --wood-left: light-dark(#e2cba3, #4f3f28);
  --wood-right: light-dark(#cfb27f, #3b2f1e);
  --serif: "EB Garamond", "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif;
  --sans: Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif;
  --text-s: 0.875rem;
  --text-m: clamp(1.0625rem, 1.02rem + 0.2vw, 1.1875rem);
  --text-l: clamp(1.375rem, 1.2rem + 0.7vw, 1.75rem);
  --text-xl: clamp(2rem, 1.5rem + 2vw, 3.25rem);
  --text-2xl: clamp(3rem, 1.6rem + 5.6vw, 6.5rem);
  --space-s: 0.75rem;
  --space-m: 1.5rem;
  --space-l: clamp(2.5rem, 2rem + 2vw, 4rem);
  --space-xl: clamp(4.5rem, 3rem + 6vw, 9rem);
  --measure: 36rem;
}

/* The ground everything stands on */
*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 400 var(--text-m)/1.6 var(--sans);
  -webkit-font-smoothing: antialiased;
}
h1, h2, h3, p, ul, ol, dl, dd, figure, blockquote { margin: 0; padding: 0; }
h1, h2 { font-family: var(--serif); font-weight: 400; letter-spacing: -0.015em; text-wrap: balance; }
h1 { font-size: var(--text-2xl); line-height: 0.98; }
h2 { font-size: var(--text-xl); line-height: 1.08; }
h3 { font-size: var(--text-m); font-weight: 600; line-height: 1.4; }
p { max-width: var(--measure); text-wrap: pretty; }
a { color: inherit; text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }

.wrap { width: min(100% - 2.5rem, 76rem); margin-inline: auto; }
.section { padding-block: var(--space-xl); border-top: 1px solid var(--line); }
.lead { font-size: var(--text-l); line-height: 1.4; font-family: var(--serif); }
.quiet { color: var(--muted); }
.label { font-size: var(--text-s); color: var(--muted); }

.masthead { display: flex; flex-wrap: wrap; gap: 0.25rem var(--space-m); align-items: baseline; justify-content: space-between; padding-block: var(--space-m); }
.wordmark { font: 400 1.75rem/1 var(--serif); text-decoration: none; letter-spacing: -0.01em; }
.menu { display: flex; gap: var(--space-m); list-style: none; font-size: 1rem; }
.menu a { display: inline-block; padding-block: 0.5rem; text-decoration: none; }
.menu a[aria-current] { text-decoration: underline; }

.button { display: inline-block; padding: 0.9rem 1.5rem; border: 0; background: var(--accent); color: var(--on-accent); font: 500 1rem/1.25 var(--sans); text-decoration: none; cursor: pointer; }
.button:hover { background: var(--ink); color: var(--paper); }

/* Opening: a sentence, and the chair drawn apart */
.opening { display: grid; grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); gap: var(--space-l); align-items: center; padding-block: var(--space-m) var(--space-xl); }
.opening-words { display: grid; gap: var(--space-m); justify-items: start; }
.drawing { display: block; width: 100%; height: auto; max-height: 46rem; fill: none; stroke: var(--ink); stroke-width: 1.5; stroke-linejoin: round; }
.drawing .wood-top { fill: var(--wood-top); }
.drawing .wood-left { fill: var(--wood-left); }
.drawing .wood-right { fill: var(--wood-right); }
.drawing .axis { stroke-dasharray: 2 6; opacity: 0.6; }
.drawing .leader { stroke-width: 1; opacity: 0.55; }
.drawing .dot { fill: var(--accent); stroke: none; }
.drawing .number { fill: var(--ink); stroke: none; font: 500 20px var(--sans); }

/* The parts, as a list that can be ordered from */
.parts { margin-top: var(--space-l); list-style: none; counter-reset: part; }
.part { display: grid; grid-template-columns: 3rem minmax(0, 5fr) minmax(0, 6fr) 6rem; gap: var(--space-m); align-items: baseline; padding-block: 1.1rem; border-top: 1px solid var(--line); counter-increment: part; }
.part:last-child { border-bottom: 1px solid var(--line); }
.part::before { content: counter(part); color: var(--accent); font: 400 var(--text-l)/1 var(--serif); }
.part-price { text-align: end; font-variant-numeric: tabular-nums; }

/* The ledger of one chair */
.split { display: grid; grid-template-columns: minmax(0, 4fr) minmax(0, 7fr); gap: var(--space-l); align-items: start; }
.stack { display: grid; gap: var(--space-m); justify-items: start; }
.ledger { background: var(--sheet); border: 1px solid var(--line); padding: clamp(1.25rem, 4vw, 3rem); font-family: var(--serif); font-size: clamp(1.125rem, 1rem + 0.5vw, 1.375rem); }
.ledger dl { display: grid; grid-template-columns: auto minmax(0, 1fr); }
.ledger dt, .ledger dd { padding-block: 0.6rem; border-top: 1px solid var(--line); }
.ledger dt { padding-inline-end: 2rem; font-variant-numeric: oldstyle-nums; color: var(--muted); }
.ledger-title { display: flex; max-width: none; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--space-m); padding-bottom: var(--space-m); font-size: var(--text-l); }

.closing { display: grid; gap: var(--space-m); justify-items: start; }
.colophon { display: flex; flex-wrap: wrap; gap: var(--space-s) var(--space-l); justify-content: space-between; padding-block: var(--space-m) var(--space-l); border-top: 1px solid var(--line); font-size: var(--text-s); color: var(--muted); }

/* Workshop */
.people { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: var(--space-l); margin-top: var(--space-l); }
.people h3 { font: 400 var(--text-l)/1.2 var(--serif); margin-bottom: 0.5rem; }
.days { margin-top: var(--space-l); list-style: none; }
.days li { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: var(--space-m); padding-block: 1.1rem; border-top: 1px solid var(--line); }
.days strong { font: 400 var(--text-l)/1.2 var(--serif); }

/* Contact */
.form { display: grid; gap: var(--space-m); width: 100%; }
.field { display: grid; gap: 0.4rem; font-size: var(--text-s); color: var(--muted); }
.field input, .field textarea, .field select { width: 100%; padding: 0.8rem 0.9rem; border: 1px solid var(--line); border-radius: 0; background: var(--sheet); color: var(--ink); font: 400 1rem/1.5 var(--sans); }
.field input:focus-visible, .field textarea:focus-visible, .field select:focus-visible { outline-offset: 0; }
address { font-style: normal; }

@media (max-width: 768px) {
  .opening, .split { grid-template-columns: minmax(0, 1fr); }
  .part { grid-template-columns: 2rem minmax(0, 1fr) auto; gap: 0.25rem var(--space-s); }
  .part-why { grid-column: 2 / -1; grid-row: 2; }
}

@media (max-width: 375px) {
  .days li { grid-template-columns: minmax(0, 1fr); gap: 0.25rem; }
}

@media (prefers-reduced-motion: no-preference) {
  .button, a { transition: color 120ms ease-out, background-color 120ms ease-out; }
}
`
