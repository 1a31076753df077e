import {
  anyCopy,
  bakeryCopy,
  cafeCopy,
  practiceCopy,
  restaurantCopy,
  softwareCopy,
  trainingCopy,
  workshopCopy,
} from './germanCopy.ts'
import { lookOf, type SiteTrade, type TradeCopy } from './trades.ts'

/** A trade with the copy that fits a word for it. */
interface GermanTrade extends SiteTrade {
  /** The copy of the first word that is in the brief, otherwise of the first. */
  copies: readonly (readonly [matches: RegExp, copy: TradeCopy])[]
}

const bakery: GermanTrade = {
  matches: /bäck|brot|konditor|torten|kuchen|kaffee|café|rösterei|restaurant|gasthaus|gasthof|bistro|wirtshaus/i,
  usual: 'bakery',
  copies: [
    [/bäck|brot|konditor|torten|kuchen/i, bakeryCopy],
    [/kaffee|café|rösterei/i, cafeCopy],
    [/restaurant|gasthaus|gasthof|bistro|wirtshaus/i, restaurantCopy],
  ],
  look: lookOf('bakery'),
  offer: {
    file: 'angebot.html',
    menu: 'Angebot',
    title: 'Alles von der Theke',
    lead: 'Die ganze Liste, mit Preisen. Was heute ausverkauft ist, gibt es morgen wieder.',
  },
  contactMenu: 'Besuch',
  reasonsTitle: 'Gutes braucht die Nacht',
  reasons: [
    ['Vor allem Zeit', 'Der Teig ruht, bis er so weit ist. Das hält länger, schmeckt nach mehr und bekommt besser.'],
    ['Mehl mit Namen', 'Wir kennen die Mühle, den Hof und den Garten, und erzählen gern von jedem.'],
    ['Für heute gemacht', 'Wir machen, was die Straße an einem Tag isst. Die letzte Stunde ist ruhig, die Tonne leer.'],
  ],
  galleryTitle: 'Von heute Morgen',
  gallery: [
    ['Dunkle Kruste', 'Das Brot, für das man wiederkommt'],
    ['Butter und Lagen', 'Um sieben fertig, um neun noch einmal'],
    ['Etwas mit Obst', 'Was diese Woche gut ist'],
  ],
  stepsTitle: 'So bestellen Sie vor',
  steps: [
    ['Sagen Sie es am Vortag', 'Am Telefon oder per E-Mail, bis vier Uhr nachmittags.'],
    ['Wir schreiben Ihren Namen darauf', 'Die Bestellung wartet im Regal hinter der Theke.'],
    ['Kommen Sie, wann es passt', 'Bezahlt wird beim Abholen. Wir heben alles bis zum Schluss auf.'],
  ],
  dayTitle: 'Ein Tag bei uns',
  day: [
    ['3:30', 'Jemand macht das Licht an und den Ofen.'],
    ['5:00', 'Die ersten Brote gehen hinein, der Kaffee läuft.'],
    ['Morgens', 'Die Tür geht auf. Die Brötchen sind noch warm.'],
    ['Nachmittags', 'Der Teig für morgen wird gemischt und in Ruhe gelassen.'],
  ],
  valuesTitle: 'Woran wir festhalten',
  values: [
    ['Wenige Dinge', 'Eine kurze Liste, damit alles darauf richtig gemacht ist.'],
    ['Nichts zu verstecken', 'Mehl, Wasser, Salz, Butter. Fragen Sie, was drin ist, und wir sagen es.'],
    ['Ein Platz zum Bleiben', 'Ein Tisch am Fenster, und niemand, der ihn zurückhaben will.'],
  ],
  questions: [
    ['Kann ich für morgen bestellen?', 'Ja, bis vier Uhr nachmittags. Ab zehn Stück bitte zwei Tage vorher.'],
    ['Was ist bei Allergien?', 'Wir führen eine Liste, was worin ist. Fragen Sie an der Theke, wir gehen sie durch.'],
    [
      'Machen Sie Torten auf Bestellung?',
      'Ja. Sagen Sie uns für wie viele, für wann, und eine Sache, die der Gast liebt.',
    ],
    [
      'Was geschieht mit dem Rest?',
      'Am nächsten Morgen kostet er die Hälfte, danach geht er an Leute, die ihn brauchen.',
    ],
  ],
  arriving: [
    ['Wann ist es ruhig?', 'Unter der Woche nach zehn. Samstags ist die Schlange vor acht kurz.'],
    ['Kann man sitzen?', 'Drinnen an ein paar Tischen, und auf der Bank davor, wenn die Sonne scheint.'],
  ],
  closing: ['Für morgen ist noch Platz im Ofen', 'Sagen Sie uns, was Sie möchten. Wir heben es Ihnen auf.'],
  aboutTitle: 'Früh auf, mit Absicht',
  contactTitle: 'Kommen Sie vorbei, hier ist es warm',
}

const craft: GermanTrade = {
  matches:
    /tischler|schreiner|möbel|keramik|töpfer|zimmer(?:ei|mann)|polster|goldschmied|schmied|leder|handwerk|werkstatt|drechsl|holz/i,
  usual: 'workshop',
  copies: [[/./, workshopCopy]],
  look: lookOf('workshop'),
  offer: {
    file: 'arbeiten.html',
    menu: 'Arbeiten',
    title: 'Was die Werkstatt verlässt',
    lead: 'Stücke, Reparaturen und Preise für den Anfang. Bevor etwas geschnitten wird, gibt es Zeichnung und Angebot.',
  },
  contactMenu: 'Kontakt',
  reasonsTitle: 'Warum man wiederkommt',
  reasons: [
    ['Sie sehen es vorher', 'Eine Zeichnung im Maßstab und ein Stück des Materials, bevor Sie etwas entscheiden.'],
    ['Ein Preis, schriftlich', 'Im Angebot steht, was es kostet und wann es fertig ist. Dabei bleibt es.'],
    ['Zum Reparieren gebaut', 'Verbindungen, die sich öffnen, Flächen, die man erneuern kann. Es soll uns überleben.'],
  ],
  galleryTitle: 'Auf der Werkbank',
  gallery: [
    ['Für einen schmalen Flur', 'Neun Schubladen, keine so breit wie die andere'],
    ['Für eine lange Tafel', 'Acht Leute, und am Ende die Kinder'],
    ['Für ein Fenster', 'Ein Sitz, unter dem der ganze Winter verschwindet'],
  ],
  stepsTitle: 'Vom ersten Anruf bis zur letzten Schraube',
  steps: [
    ['Wir kommen und messen', 'Sie zeigen uns den Ort und was dort geschehen soll.'],
    ['Sie bekommen eine Zeichnung', 'Mit Preis und Termin. Änderungen kosten nichts, bis Sie Ja sagen.'],
    ['Wir bauen', 'Meist vier bis acht Wochen. Schauen Sie gern zu.'],
    ['Wir bringen es', 'Aufgestellt, ausgerichtet, gefegt. Die Reste gehören Ihnen, wenn Sie mögen.'],
  ],
  dayTitle: 'Wie es dazu kam',
  day: [
    ['Zuerst', 'Eine geliehene Werkbank, und Reparaturen für die Nachbarn.'],
    ['Dann', 'Ein Raum mit Nordlicht und Maschinen, die andere ausgemustert hatten.'],
    ['Heute', 'Eine volle Werkstatt, eine kurze Warteliste und dieselbe Werkbank.'],
  ],
  valuesTitle: 'Woran wir festhalten',
  values: [
    ['Gutes Material', 'Jedes Stück suchen wir selbst aus und zeigen es Ihnen, bevor wir es verwenden.'],
    ['Ehrliche Verbindungen', 'Schauen Sie ruhig darunter. Dort sieht man, wie es gemacht ist.'],
    ['Klare Worte', 'Geht etwas für das Geld nicht gut, sagen wir das beim ersten Gespräch.'],
  ],
  questions: [
    ['Wie lange dauert es?', 'Kleines zwei bis drei Wochen, Größeres vier bis acht. Im Angebot steht ein Datum.'],
    [
      'Arbeiten Sie nach meiner Skizze?',
      'Gern. Ein Foto, eine Zeichnung auf der Serviette oder ein Satz reicht für den Anfang.',
    ],
    ['Reparieren Sie, was ich habe?', 'Oft. Schicken Sie ein Bild, wir sagen Ihnen vorher, ob es sich lohnt.'],
    ['Liefern Sie?', 'Ja, und wir stellen auf. Es steht im Angebot, damit am Ende nichts überrascht.'],
  ],
  arriving: [
    [
      'Kann ich einfach kommen?',
      'Sehr gern. Rufen Sie vorher an, wenn der Weg weit ist: Manchmal messen wir auswärts.',
    ],
    ['Was soll ich mitbringen?', 'Ungefähre Maße, ein Bild vom Ort und etwas, wozu es passen soll.'],
  ],
  closing: [
    'Fehlt irgendwo noch etwas?',
    'Schicken Sie uns ein Bild und einen Satz. Sie bekommen eine ehrliche Antwort, dann eine Zeichnung.',
  ],
  aboutTitle: 'Wer hier arbeitet',
  contactTitle: 'Erzählen Sie uns vom Ort',
}

const body: GermanTrade = {
  matches:
    /yoga|pilates|fitness|physio|osteopath|massage|zahnarzt|zahnärzt|praxis|arzt|ärzt|klinik|therap|hebamme|heilprakt/i,
  usual: 'practice',
  copies: [
    [/yoga|pilates|fitness/i, trainingCopy],
    [/./, practiceCopy],
  ],
  look: lookOf('practice'),
  offer: {
    file: 'leistungen.html',
    menu: 'Leistungen',
    title: 'Was wir tun und was es kostet',
    lead: 'Alle Preise stehen hier. Mehr steht nicht auf der Rechnung.',
  },
  contactMenu: 'Kontakt',
  reasonsTitle: 'Hier haben Sie Zeit',
  reasons: [
    ['Ein Anfang ohne Eile', 'Der erste Termin ist lang genug für die ganze Geschichte.'],
    ['Ein Gesicht', 'Wer mit Ihnen anfängt, bleibt bei Ihnen und erinnert sich.'],
    ['Etwas für zu Hause', 'Ein kurzer Plan in klaren Worten, für die Tage dazwischen.'],
  ],
  galleryTitle: 'Die Räume',
  gallery: [
    ['Morgenlicht', 'Der große Raum schaut nach Osten'],
    ['Eine ruhige Ecke', 'Tee vorher, und nachher, wenn Sie mögen'],
    ['Platz für sich', 'Türen, die schließen, Worte, die drinnen bleiben'],
  ],
  stepsTitle: 'Ihr erster Besuch',
  steps: [
    ['Zeit aussuchen', 'Rufen Sie an oder schreiben Sie. Wir melden uns innerhalb eines Werktags.'],
    ['Erzählen', 'Erst hören wir zu, dann schauen wir, dann erklären wir.'],
    ['Mit einem Plan gehen', 'Was wir vorschlagen, wie lange es dauert und was es kostet.'],
  ],
  dayTitle: 'Eine Woche bei uns',
  day: [
    ['Früh', 'Ruhige Stunden für alle, die vor der Arbeit kommen.'],
    ['Mittags', 'Längere Termine, mit einer Pause darum herum.'],
    ['Abends', 'An manchen Tagen späte Zeiten, denn Arbeit hat ihre eigenen.'],
  ],
  valuesTitle: 'Wie wir arbeiten',
  values: [
    ['Wir erklären', 'Sie wissen, was geschieht und warum, bevor es geschieht.'],
    ['Wir verkaufen nichts', 'Brauchen Sie nichts, sagen wir das, und freuen uns.'],
    ['Wir lernen weiter', 'Jedes Jahr neue Kurse. Manche ändern, was wir tun.'],
  ],
  questions: [
    [
      'Brauche ich eine Überweisung?',
      'Zum Reden nicht. Soll eine Kasse zahlen, fragen Sie dort zuerst, was sie braucht.',
    ],
    [
      'Was soll ich anziehen oder mitbringen?',
      'Bequeme Kleidung, und Unterlagen, falls es welche gibt. Der Rest ist da.',
    ],
    ['Was, wenn ich absagen muss?', 'Einen Tag vorher kostet es nichts. Dann kann jemand anderes die Zeit nutzen.'],
    ['Ist es für Anfänger?', 'Ja. Die meisten, die kommen, haben das noch nie gemacht.'],
  ],
  arriving: [
    ['Wie früh soll ich da sein?', 'Fünf Minuten reichen. Beim ersten Mal lieber zehn.'],
    ['Gibt es Stufen?', 'Rufen Sie an, wenn Treppen schwer sind. Wir richten es so ein, dass es geht.'],
  ],
  closing: ['Finden wir eine Zeit?', 'Ein Anruf oder eine Nachricht genügt. Unterschreiben müssen Sie nichts.'],
  aboutTitle: 'Zuerst die Menschen',
  contactTitle: 'Eine Zeit, die Ihnen passt',
}

const software: GermanTrade = {
  matches:
    /software|beratung|agentur|entwickl|programmier|ingenieur|daten|start-?up|\bit\b|\bapps?\b|designbüro|webdesign|digital/i,
  usual: 'software',
  copies: [[/./, softwareCopy]],
  look: lookOf('software'),
  offer: {
    file: 'leistungen.html',
    menu: 'Leistungen',
    title: 'So arbeiten wir zusammen',
    lead: 'Feste Pakete mit einem Preis daran. Fangen Sie klein an, die meisten tun es.',
  },
  contactMenu: 'Kontakt',
  reasonsTitle: 'Worauf Sie zählen können',
  reasons: [
    ['Nur Erfahrene', 'Wer im ersten Gespräch sitzt, macht die Arbeit. Weitergereicht wird nichts.'],
    ['Jede Woche etwas', 'Freitags sehen Sie, was es gibt: laufend, nicht auf Folien.'],
    ['Es gehört Ihnen', 'Code, Dokumente und Zugänge sind vom ersten Tag an Ihre.'],
  ],
  galleryTitle: 'Aufgaben, die wir mögen',
  gallery: [
    ['Die Tabelle, an der alles hängt', 'Wird ein Werkzeug, das drei Leute zugleich benutzen'],
    ['Das System, das keiner anfasst', 'Verstanden, getestet, dann in kleinen Schritten geändert'],
    ['Die Idee vor der ersten Version', 'Nach sechs Wochen in den Händen echter Nutzer'],
  ],
  stepsTitle: 'Wie ein Projekt läuft',
  steps: [
    ['Ein Gespräch', 'Vierzig Minuten. Wir fragen, was danach anders wäre.'],
    ['Eine Seite, keine Präsentation', 'Was wir tun würden, in welcher Reihenfolge, zu welchem Preis.'],
    ['Kurze Runden', 'Je zwei Wochen. Nach jeder können Sie aufhören.'],
    ['Eine saubere Übergabe', 'Ihr Team übernimmt, und wir bleiben erreichbar.'],
  ],
  dayTitle: 'Wie es dazu kam',
  day: [
    ['Zuerst', 'Jahre in großen Projekten, und eine Liste, was sie langsam machte.'],
    ['Dann', 'Ein kleines Team ohne diese Liste.'],
    ['Heute', 'Wenige Kunden zugleich, die meisten zum zweiten Mal.'],
  ],
  valuesTitle: 'Woran wir festhalten',
  values: [
    ['Klare Sprache', 'Was sich nicht erklären lässt, ist noch nicht verstanden.'],
    ['Weniger davon', 'Das Beste an einem System ist oft, was man nicht bauen muss.'],
    ['Ehrliche Zahlen', 'Zu jeder Schätzung gehört, was sie falsch machen könnte.'],
  ],
  questions: [
    [
      'Wann können Sie anfangen?',
      'Kleine Pakete innerhalb von zwei Wochen. Für größere nennen wir ein Datum und halten es.',
    ],
    ['Arbeiten Sie mit unserem Team?', 'Ja, so hält es. Wir arbeiten zu zweit, schreiben auf und hinterlassen Tests.'],
    ['Was, wenn sich unterwegs etwas ändert?', 'Das wird es. Jede Runde beginnt mit dem, was jetzt am meisten nützt.'],
    ['Wem gehört das Ergebnis?', 'Ihnen, ganz und vom ersten Tag an.'],
  ],
  arriving: [
    ['Was soll ich schicken?', 'Drei Sätze: was weh tut, seit wann, und wem.'],
    ['Unterschreiben Sie eine Verschwiegenheit?', 'Ja. Schicken Sie Ihre, oder nehmen Sie unsere, eine Seite.'],
  ],
  closing: [
    'Bringen Sie uns das Schwierige',
    'Vierzig Minuten, keine Folien. Danach wissen Sie den nächsten Schritt, mit uns oder ohne.',
  ],
  aboutTitle: 'Klein, damit es gut bleibt',
  contactTitle: 'Am Anfang ein Gespräch',
}

const anyGermanTrade: GermanTrade = {
  matches: /.^/,
  usual: '',
  copies: [[/./, anyCopy]],
  look: lookOf(''),
  offer: {
    file: 'leistungen.html',
    menu: 'Leistungen',
    title: 'Was wir für Sie tun',
    lead: 'Die Liste, mit Preisen für den Anfang. Fehlt etwas, fragen Sie.',
  },
  contactMenu: 'Kontakt',
  reasonsTitle: 'Worauf Sie zählen können',
  reasons: [
    ['Ein Mensch am Telefon', 'Wer Ihnen antwortet, macht es auch.'],
    ['Der Preis vorher', 'Sie wissen, was es kostet, bevor etwas beginnt.'],
    ['Fertig wie gesagt', 'Und kommt etwas dazwischen, hören Sie es von uns zuerst.'],
  ],
  galleryTitle: 'Aus den letzten Tagen',
  gallery: [
    ['Das Schnelle', 'Montags gefragt, dienstags gemacht'],
    ['Das Lange', 'Sechs Besuche, und jeder hat sich gelohnt'],
    ['Das Seltsame', 'Niemand sonst wollte es. Wir schon'],
  ],
  stepsTitle: 'So geht es',
  steps: [
    ['Sie fragen', 'Ein Anruf oder eine Nachricht, was Sie brauchen.'],
    ['Wir antworten', 'Innerhalb eines Werktags, mit Preis und Datum.'],
    ['Es wird gemacht', 'Wie vereinbart. Sie zahlen, wenn Sie zufrieden sind.'],
  ],
  dayTitle: 'Wie es dazu kam',
  day: [
    ['Zuerst', 'Ein Gefallen für eine Nachbarin.'],
    ['Dann', 'Eine Liste, ein Kalender und eine Tür mit Schild.'],
    ['Heute', 'Dieselbe Sorgfalt, für Leute aus der ganzen Gegend.'],
  ],
  valuesTitle: 'Woran wir festhalten',
  values: [
    ['Einfache Worte', 'Nichts Kleingedrucktes, und nichts, was man übersetzen müsste.'],
    ['In der Nähe', 'Wir wohnen, wo wir arbeiten, und treffen unsere Kunden auf dem Markt.'],
    ['Gleich für alle', 'Derselbe Preis für jeden, der fragt.'],
  ],
  questions: [
    [
      'Wie schnell können Sie helfen?',
      'Meist innerhalb der Woche. Wenn es eilt, sagen Sie es, und wir suchen einen Weg.',
    ],
    ['Was kostet es?', 'Auf der Liste stehen Preise für den Anfang. Einen genauen bekommen Sie, bevor wir beginnen.'],
    ['Kommen Sie zu uns?', 'Ja, in der Gegend. Weiter weg nach Absprache.'],
  ],
  arriving: [
    ['Wann antworten Sie?', 'An Werktagen, meist noch am selben Tag.'],
    ['Kann ich einfach vorbeikommen?', 'Ja. Rufen Sie bitte vorher an, damit wir Zeit für Sie haben.'],
  ],
  closing: ['Können wir etwas für Sie tun?', 'Fragen Sie uns. Die erste Antwort kostet nichts.'],
  aboutTitle: 'Wer wir sind',
  contactTitle: 'Sprechen Sie mit uns',
}

const germanTrades: readonly GermanTrade[] = [bakery, craft, body, software]

/** The trade of a German brief with its copy: of several the first that is named. */
export function germanTradeOf(brief: string): { trade: SiteTrade; copy: TradeCopy } {
  let first: { trade: GermanTrade; at: number; word: string } | undefined
  for (const trade of germanTrades) {
    const found = trade.matches.exec(brief)
    if (found && (!first || found.index < first.at)) first = { trade, at: found.index, word: found[0] }
  }
  const { trade, word } = first ?? { trade: anyGermanTrade, word: '-' }
  return { trade, copy: trade.copies.find(([matches]) => matches.test(word))?.[1] ?? anyCopy }
}
