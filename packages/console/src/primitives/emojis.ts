/** Emojis for spaces and pages, with the words to find them. */
export const EMOJIS: readonly (readonly [string, string])[] = `
📘 blue book docs
📗 green book
📙 orange book
📕 red book
📚 books library
📖 open book read
📓 notebook
📒 ledger
📝 memo note write
✏️ pencil edit
📄 page document
📑 tabs pages
🗂️ folders index
📁 folder
📦 package box release
🗃️ archive cards
📌 pin
🔖 bookmark
🏷️ label tag
📎 clip attachment
🔗 link
🧭 compass guide
🗺️ map roadmap
🚀 rocket launch start
🏁 finish flag
🎯 target goal
🥇 medal first
🏆 trophy
⭐ star
✨ sparkles new
💡 idea light tip
🔥 fire hot
⚡ lightning fast
🌱 seedling grow
🌍 world earth
☁️ cloud
🌈 rainbow
❄️ snow
☀️ sun
🌙 moon
🛠️ tools build
🔧 wrench fix
⚙️ gear settings
🔩 bolt
🧰 toolbox
🧱 bricks
🏗️ construction
🔨 hammer
🧪 test lab experiment
🔬 microscope research
🧬 dna
💻 laptop code
🖥️ desktop computer
📱 phone mobile
⌨️ keyboard
🖱️ mouse
🖨️ printer
💾 disk save
🗄️ cabinet database
📡 antenna api
🔌 plug integration
🔋 battery
🤖 robot bot ai
🧠 brain
🕹️ game
🎮 controller
🐛 bug
🐞 ladybug bug
🦊 fox
🐙 octopus
🐳 whale docker
🐧 penguin linux
🐍 snake python
🦀 crab rust
🐘 elephant postgres
🦄 unicorn
🔒 lock security
🔑 key access
🛡️ shield safety
🚨 alarm incident
⚠️ warning
⛔ stop
✅ check done
❌ cross no
❓ question help
❗ important
ℹ️ information
💬 speech chat support
📣 announcement
📢 loudspeaker
🔔 bell notification
📧 mail
📮 postbox
📞 telephone
👋 hello wave welcome
👍 thumbs up
🙏 thanks
🤝 handshake partner
👥 people team
👤 person user
🧑‍💻 developer
🧑‍🎨 designer
🧑‍🏫 teacher training
🧑‍⚖️ legal judge
🎓 graduation learn course
🏫 school
🏢 office company
🏠 house home
🏥 hospital health
🏦 bank
🏪 shop
🛒 cart
💰 money
💳 card billing
🧾 receipt invoice
📈 chart growth
📉 chart down
📊 chart statistics
🧮 abacus calculate
📅 calendar
⏰ clock time
⏳ hourglass
🗓️ schedule
🎉 party celebrate
🎁 gift
🎨 art design
🖼️ picture
📷 camera
🎬 film video
🎵 music
🎧 headphones
🍀 luck clover
🍎 apple
🍋 lemon
☕ coffee
🍕 pizza
🚗 car
🚲 bicycle
✈️ plane travel
🚢 ship
🛰️ satellite
❤️ heart
💙 blue heart
💚 green heart
💜 purple heart
🟢 green
🔵 blue
🟣 purple
🟠 orange
🔴 red
⚫ black
`
  .trim()
  .split('\n')
  .map((line) => {
    const at = line.indexOf(' ');
    return [line.slice(0, at), line.slice(at + 1)] as const;
  });

/** The emojis whose words match a text. */
export const findEmojis = (text: string): readonly (readonly [string, string])[] => {
  const wanted = text.trim().toLocaleLowerCase();
  return wanted === ''
    ? EMOJIS
    : EMOJIS.filter(([emoji, words]) => words.includes(wanted) || emoji === wanted);
};
