import type { DesignPlan } from '../blueprint/schema.ts'
import { palettesOf } from './palette.ts'
import type { Part } from './sections.ts'

/** The stylesheet of a site: its tokens, what every page has, and the parts that its sections use. */
export function siteCss(design: DesignPlan, uses: ReadonlySet<Part>): string {
  const used = Object.entries(parts).flatMap(([part, css]) => ([...uses].some((each) => each === part) ? [css] : []))
  return `${[tokens(design), shared, ...used, motion].join('\n\n')}\n`
}

const serifs =
  /serif|fraunces|lora|garamond|playfair|merriweather|georgia|baskerville|bodoni|times|cormorant|crimson|spectral/i
const serif = '"Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", Georgia, serif'
const sans = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Helvetica, Arial, sans-serif'

/** A font and the fonts of the system that stand in for it. */
function stack(font: string): string {
  const name = font.replace(/["\\;{}<>\n]/g, '').trim()
  const isSerif = serifs.test(name) && !/sans/i.test(name)
  return `"${name || 'Inter'}", ${isSerif ? serif : sans}`
}

function tokens(design: DesignPlan): string {
  const { light, dark } = palettesOf(design)
  const colour = (name: keyof typeof light) =>
    light[name] === dark[name] ? light[name] : `light-dark(${light[name]}, ${dark[name]})`
  const radius = /^\d{1,3}(?:\.\d+)?(?:px|rem|em)?$/.test(design.borderRadius) ? design.borderRadius : '8px'
  return `:root {
  color-scheme: ${light === dark ? 'dark' : 'light dark'};
  --background: ${colour('background')};
  --surface: ${colour('surface')};
  --text: ${colour('text')};
  --muted: ${colour('muted')};
  --primary: ${colour('primary')};
  --on-primary: ${colour('onPrimary')};
  --secondary: ${colour('secondary')};
  --accent: ${colour('accent')};
  --line: color-mix(in oklab, var(--text) 16%, var(--background));
  --heading: ${stack(design.headingFont)};
  --body: ${stack(design.bodyFont)};
  --radius: ${radius};
  --size-small: 0.9375rem;
  --size-text: clamp(1.0625rem, 1.02rem + 0.2vw, 1.1875rem);
  --size-large: clamp(1.1875rem, 1.1rem + 0.5vw, 1.4375rem);
  --size-title: clamp(1.875rem, 1.5rem + 1.7vw, 3rem);
  --size-display: clamp(2.625rem, 1.7rem + 4.2vw, 5.25rem);
  --space-small: 0.75rem;
  --space: 1.5rem;
  --space-large: clamp(2rem, 1.4rem + 2.6vw, 4rem);
  --space-section: clamp(4rem, 2.6rem + 6vw, 8rem);
  --edge: max(1.25rem, calc((100vw - 76rem) / 2));
}`
}

const shared = `*,
::before,
::after {
  box-sizing: border-box;
}

body {
  margin: 0;
  background: var(--background);
  color: var(--text);
  font: 400 var(--size-text) / 1.6 var(--body);
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}

:focus-visible {
  outline: 3px solid var(--primary);
  outline-offset: 3px;
}

.header {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.25rem var(--space-large);
  padding: 1.125rem var(--edge);
}

.header-name {
  color: inherit;
  font: 600 1.375rem / 1.3 var(--heading);
  letter-spacing: -0.01em;
  text-decoration: none;
}

.header-links {
  display: flex;
  flex-wrap: wrap;
  gap: 0 1.75rem;
  margin: 0;
  padding: 0;
  list-style: none;
}

.header-link {
  display: inline-block;
  padding-block: 0.625rem;
  color: inherit;
  font-size: 1rem;
  text-decoration: none;
}

.header-link:hover {
  color: var(--primary);
  text-decoration: underline;
  text-decoration-thickness: 2px;
  text-underline-offset: 0.35em;
}

.main {
  display: block;
  overflow-x: clip;
}

.section {
  display: grid;
  gap: var(--space-large);
  padding: var(--space-section) var(--edge);
}

.section-band {
  background: var(--surface);
}

.section:not(.section-band) + .section:not(.section-band) {
  padding-top: 0;
}

.section-head {
  display: grid;
  gap: 1rem;
  align-content: start;
}

.section-title {
  max-width: 18ch;
  margin: 0;
  font: 600 var(--size-title) / 1.1 var(--heading);
  letter-spacing: -0.02em;
  text-wrap: balance;
}

.section-lead {
  max-width: 36rem;
  margin: 0;
  color: var(--muted);
  font-size: var(--size-large);
  line-height: 1.5;
  text-wrap: pretty;
}

.footer {
  display: grid;
  gap: var(--space-large);
  padding: var(--space-large) var(--edge) calc(var(--space-large) * 1.25);
  border-top: 1px solid var(--line);
}

.footer-name {
  margin: 0 0 0.5rem;
  font: 600 var(--size-large) / 1.3 var(--heading);
}

.footer-line {
  max-width: 26rem;
  margin: 0;
  color: var(--muted);
}

.footer-links {
  display: grid;
  align-content: start;
  margin: 0;
  padding: 0;
  list-style: none;
  line-height: 2.1;
  overflow-wrap: anywhere;
}

.footer-link {
  color: inherit;
  text-decoration: none;
}

.footer-link:hover {
  color: var(--primary);
  text-decoration: underline;
  text-underline-offset: 0.25em;
}

.reach {
  color: var(--primary);
  text-underline-offset: 0.2em;
}

@media (min-width: 56rem) {
  .section-beside {
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
  }

  .footer {
    grid-template-columns: minmax(0, 1fr) auto auto;
    gap: clamp(3rem, 6vw, 7rem);
  }
}`

const parts: Record<Part, string> = {
  button: `.button {
  display: inline-block;
  justify-self: start;
  padding: 0.9rem 1.6rem;
  border: 0;
  border-radius: min(var(--radius), 2rem);
  background: var(--primary);
  color: var(--on-primary);
  font: 600 1.0625rem / 1.3 var(--body);
  text-decoration: none;
  cursor: pointer;
}

.button:hover {
  background: var(--text);
  color: var(--background);
}

.button-inverse {
  background: var(--on-primary);
  color: var(--primary);
}`,
  hero: `.hero {
  display: grid;
  gap: var(--space-large);
  align-items: center;
  padding: var(--space-large) var(--edge);
}

.hero-words {
  display: grid;
  gap: var(--space);
}

.hero-eyebrow {
  margin: 0;
  color: var(--primary);
  font-weight: 600;
}

.hero-title {
  max-width: 13ch;
  margin: 0;
  font: 600 var(--size-display) / 1.02 var(--heading);
  letter-spacing: -0.03em;
  text-wrap: balance;
}

.hero-lead {
  max-width: 34rem;
  margin: 0;
  color: var(--muted);
  font-size: var(--size-large);
  line-height: 1.5;
  text-wrap: pretty;
}

.hero-actions {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.75rem 1.75rem;
  margin-top: 0.5rem;
}

.hero-more {
  padding-block: 0.75rem;
  color: inherit;
  font-weight: 600;
  text-decoration-thickness: 2px;
  text-decoration-color: var(--accent);
  text-underline-offset: 0.35em;
}

.hero-more:hover {
  color: var(--primary);
}

@media (min-width: 56rem) {
  .hero {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    min-height: min(44rem, 82vh);
  }
}`,
  art: `.art {
  position: relative;
  overflow: hidden;
  aspect-ratio: 5 / 4;
  border-radius: calc(var(--radius) * 1.5);
  background: var(--surface);
}

.art-one,
.art-two,
.art-three,
.art-four {
  position: absolute;
}

.art-round .art-one {
  inset: 12% 34% 30% -8%;
  border-radius: 50%;
  background: var(--accent);
}

.art-round .art-two {
  inset: 30% -6% -12% 30%;
  border-radius: 58% 42% 46% 54% / 54% 48% 52% 46%;
  background: linear-gradient(160deg, var(--primary), color-mix(in oklab, var(--primary) 72%, #1a0d05));
}

.art-round .art-three {
  inset: 50% 22% 26% 47%;
  border-radius: 50%;
  background: repeating-linear-gradient(115deg, var(--accent) 0 6px, transparent 6px 30px);
  opacity: 0.7;
}

.art-round .art-four {
  inset: 10% 12% 66% 64%;
  border-radius: 50%;
  background: var(--secondary);
}

.art-planks .art-one {
  inset: 0 62% 0 0;
  background: repeating-linear-gradient(91deg, var(--secondary) 0 34px, color-mix(in oklab, var(--secondary) 86%, #000) 34px 37px);
}

.art-planks .art-two {
  inset: 0 0 42% 40%;
  background: linear-gradient(170deg, var(--primary), color-mix(in oklab, var(--primary) 76%, #000));
}

.art-planks .art-three {
  inset: 60% 28% 0 40%;
  background: repeating-linear-gradient(0deg, var(--accent) 0 22px, color-mix(in oklab, var(--accent) 86%, #000) 22px 24px);
}

.art-planks .art-four {
  inset: 60% 0 0 74%;
  background: radial-gradient(circle at 0 100%, var(--primary) 0 38%, transparent 38.4%), color-mix(in oklab, var(--accent) 30%, var(--surface));
}

.art-arches .art-one {
  inset: 14% 48% 0 9%;
  border-radius: 50vmax 50vmax 0 0;
  background: linear-gradient(180deg, color-mix(in oklab, var(--accent) 75%, var(--background)), color-mix(in oklab, var(--accent) 25%, var(--surface)));
}

.art-arches .art-two {
  inset: 34% 12% 0 42%;
  border-radius: 50vmax 50vmax 0 0;
  background: linear-gradient(180deg, var(--primary), color-mix(in oklab, var(--primary) 45%, var(--surface)));
}

.art-arches .art-three {
  inset: 9% 14% 68% 68%;
  aspect-ratio: 1;
  border-radius: 50%;
  background: color-mix(in oklab, var(--secondary) 70%, var(--background));
}

.art-arches .art-four {
  inset: 82% -10% -40% -10%;
  border-radius: 50%;
  background: var(--background);
}

.art-grid .art-one {
  inset: 0;
  background: linear-gradient(var(--line) 1px, transparent 1px) 0 0 / 100% 12.5%, linear-gradient(90deg, var(--line) 1px, transparent 1px) 0 0 / 10% 100%;
}

.art-grid .art-two {
  inset: 25% 40% 25% 10%;
  background: linear-gradient(135deg, var(--primary), var(--secondary));
}

.art-grid .art-three {
  inset: 50% 20% 12.5% 50%;
  background: var(--accent);
}

.art-grid .art-four {
  inset: 12.5% 10% 62.5% 70%;
  border-radius: 50%;
  background: var(--primary);
}

@media (min-width: 56rem) {
  .art {
    aspect-ratio: 4 / 5;
    max-height: 40rem;
  }
}`,
  opening: `.opening {
  display: grid;
  gap: var(--space-large);
  align-items: center;
  margin-inline: var(--edge);
  padding-block: var(--space-large);
  margin-bottom: calc(var(--space-section) * 0.6);
  border-bottom: 1px solid var(--line);
}

.opening-words {
  display: grid;
  gap: var(--space);
}

.opening-art {
  display: none;
}

.opening-title {
  max-width: 16ch;
  margin: 0;
  font: 600 clamp(2.375rem, 1.7rem + 3vw, 4.25rem) / 1.05 var(--heading);
  letter-spacing: -0.025em;
  text-wrap: balance;
}

.opening-lead {
  max-width: 38rem;
  margin: 0;
  color: var(--muted);
  font-size: var(--size-large);
  line-height: 1.5;
  text-wrap: pretty;
}

.opening + .section {
  padding-top: 0;
}

.opening + .section-band {
  padding-top: var(--space-section);
}

@media (min-width: 56rem) {
  .opening {
    grid-template-columns: minmax(0, 1fr) 21rem;
  }

  .opening-art {
    display: block;
    aspect-ratio: 3 / 2;
  }
}`,
  cards: `.cards {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
  gap: var(--space);
  margin: 0;
  padding: 0;
  list-style: none;
}

.card {
  padding: clamp(1.5rem, 1rem + 1.6vw, 2.25rem);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: color-mix(in oklab, var(--surface) 45%, var(--background));
}

.card-title {
  margin: 0;
  font: 600 var(--size-large) / 1.25 var(--heading);
  text-wrap: balance;
}

.card-text {
  margin: 0.75rem 0 0;
  color: var(--muted);
  text-wrap: pretty;
}`,
  prices: `.prices {
  margin: 0;
  padding: 0;
  list-style: none;
}

.price {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0.125rem var(--space);
  padding-block: 1.125rem;
  border-bottom: 1px solid var(--line);
}

.price:first-child {
  border-top: 1px solid var(--line);
}

.price-name {
  font-weight: 600;
}

.price-cost {
  color: var(--primary);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
}

.price-note {
  grid-column: 1;
  color: var(--muted);
}`,
  steps: `.steps {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
  gap: var(--space-large) var(--space);
  margin: 0;
  padding: 0;
  list-style: none;
  counter-reset: step;
}

.step {
  padding-top: 1.25rem;
  border-top: 3px solid var(--primary);
  counter-increment: step;
}

.step::before {
  content: counter(step);
  display: block;
  margin-bottom: 0.75rem;
  color: var(--primary);
  font: 600 var(--size-title) / 1 var(--heading);
}

.step-title {
  margin: 0;
  font: 600 var(--size-large) / 1.25 var(--heading);
}

.step-text {
  max-width: 26rem;
  margin: 0.5rem 0 0;
  color: var(--muted);
}`,
  timeline: `.timeline {
  margin: 0;
}

.moment {
  display: grid;
  gap: 0.25rem var(--space);
  padding-block: 1.125rem;
  border-bottom: 1px solid var(--line);
}

.moment:first-child {
  border-top: 1px solid var(--line);
}

.moment-when {
  font-weight: 600;
}

.moment-what {
  margin: 0;
  color: var(--muted);
  font-variant-numeric: tabular-nums;
}

@media (min-width: 36rem) {
  .moment {
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  }
}`,
  questions: `.question {
  border-bottom: 1px solid var(--line);
}

.question:first-child {
  border-top: 1px solid var(--line);
}

.question-title {
  padding-block: 1.125rem;
  font-weight: 600;
  cursor: pointer;
}

.question-title:hover {
  color: var(--primary);
}

.question-title::marker {
  color: var(--primary);
}

.question-text {
  max-width: 38rem;
  margin: 0;
  padding-bottom: 1.375rem;
  color: var(--muted);
}`,
  figures: `.figures {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  gap: var(--space-large);
  margin: 0;
}

.figure {
  display: flex;
  flex-direction: column-reverse;
  justify-content: flex-end;
  gap: 0.5rem;
}

.figure-value {
  margin: 0;
  color: var(--primary);
  font: 600 var(--size-title) / 1.1 var(--heading);
  letter-spacing: -0.02em;
}

.figure-what {
  color: var(--muted);
}`,
  tiles: `.tiles {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
  gap: var(--space-large) var(--space);
  margin: 0;
  padding: 0;
  list-style: none;
}

.tile-face {
  aspect-ratio: 4 / 3;
  margin-bottom: 1.125rem;
  border-radius: var(--radius);
  background: radial-gradient(circle at 28% 120%, var(--accent) 0 46%, transparent 46.3%), linear-gradient(150deg, var(--primary), color-mix(in oklab, var(--primary) 60%, var(--secondary)));
}

.tile:nth-child(3n + 2) .tile-face {
  background: radial-gradient(circle at 50% 50%, var(--background) 0 18%, transparent 18.3%), radial-gradient(circle at 50% 50%, var(--primary) 0 38%, transparent 38.3%), var(--accent);
}

.tile:nth-child(3n) .tile-face {
  background: linear-gradient(128deg, var(--secondary) 0 46%, transparent 46.2%), linear-gradient(52deg, var(--accent) 0 34%, transparent 34.2%), color-mix(in oklab, var(--primary) 35%, var(--surface));
}

.tile-title {
  margin: 0;
  font: 600 var(--size-large) / 1.25 var(--heading);
}

.tile-text {
  margin: 0.375rem 0 0;
  color: var(--muted);
}`,
  quotes: `.quotes {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
  gap: var(--space-large);
}

.quote {
  margin: 0;
  padding-left: var(--space);
  border-left: 3px solid var(--accent);
}

.quote-words {
  margin: 0;
  font: 400 var(--size-large) / 1.45 var(--heading);
}

.quote-name {
  margin-top: 0.75rem;
  color: var(--muted);
}`,
  details: `.details {
  display: grid;
  gap: var(--space);
  margin: 0;
}

.detail-label {
  color: var(--muted);
}

.detail-value {
  margin: 0;
  font: 600 var(--size-large) / 1.4 var(--heading);
  overflow-wrap: anywhere;
}

.details-none {
  max-width: 36rem;
  margin: 0;
  font-size: var(--size-large);
}`,
  form: `.form {
  display: grid;
  gap: var(--space);
}

.field {
  display: grid;
  gap: 0.5rem;
}

.field-label {
  font-weight: 600;
}

.field-input {
  width: 100%;
  padding: 0.8rem 1rem;
  border: 1px solid var(--muted);
  border-radius: min(var(--radius), 1rem);
  background: var(--background);
  color: var(--text);
  font: inherit;
}

@media (min-width: 40rem) {
  .form {
    grid-template-columns: 1fr 1fr;
  }

  .field-wide {
    grid-column: 1 / -1;
  }
}`,
  banner: `.banner {
  display: grid;
  gap: var(--space);
  align-items: center;
  padding: calc(var(--space-section) * 0.75) var(--edge);
  background: var(--primary);
  color: var(--on-primary);
}

.banner-words {
  display: grid;
  gap: 0.75rem;
}

.banner-title {
  max-width: 20ch;
  margin: 0;
  font: 600 var(--size-title) / 1.1 var(--heading);
  letter-spacing: -0.02em;
  text-wrap: balance;
}

.banner :focus-visible {
  outline-color: currentColor;
  outline-offset: -6px;
}

.banner-lead {
  max-width: 36rem;
  margin: 0;
  font-size: var(--size-large);
  line-height: 1.5;
}

@media (min-width: 56rem) {
  .banner {
    grid-template-columns: minmax(0, 1fr) auto;
  }
}`,
  story: `.story {
  display: grid;
  gap: var(--space);
}

.story-text {
  max-width: 38rem;
  margin: 0;
  font-size: var(--size-large);
  line-height: 1.55;
  text-wrap: pretty;
}

.story-text + .story-text {
  color: var(--muted);
}`,
}

const motion = `@media (prefers-reduced-motion: no-preference) {
  html {
    scroll-behavior: smooth;
  }
}`
