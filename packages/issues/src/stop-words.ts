// Function words and the small talk of support conversations, by language.
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: `a about after again all already also am an and another any anybody anyone are aren't as ask at be because been
    before being best both but by can can't cannot could couldn't did didn't do does doesn't doing don't each else
    even ever every everyone few for from get gets getting give go goes going got had hadn't has hasn't have haven't
    having he hello help her here hey hi him his how i i'd i'll i'm i've if in instead into is isn't it it's its just
    know let like made make makes many may maybe me might more most much must my need needs never no nobody none
    nor not nothing now of off often ok okay on once one only or other our out over own please possible question
    really regards same seem seems shall she should since so some somebody someone something soon still such sure
    tell than thank thanks that that's the their them then there these they thing things this those through to too
    try trying under until up upon us use used using very want wanted was wasn't way we we're well were weren't what
    what's when where where's whether which while who whose why will with without won't wondering work working works
    would wouldn't yes yet you your yours`,
  de: `aber alle allem allen alles als also am an andere anderen auch auf aus bei beim bereits bin bis bitte brauche
    da dabei damit danach danke dann das dass dazu dem den denn der des deshalb die dies diese diesem diesen dieser
    dieses doch dort du durch ein eine einem einen einer eines er es etwas euch euer für frage funktioniert ganz
    geht gerne gestern gibt grüße guten habe haben hallo hat hatte hätte heute hier hilfe ich ihm ihn ihnen ihr ihre
    ihren im immer in ins irgendwie ist ja jede jeden jeder jetzt kann kannst kein keine keinen können könnte könnten
    liebe lieber mache machen mal man manchmal mehr mein meine meinem meinen meiner mich mir mit möchte möglich morgen
    muss müssen nach nicht nichts nie noch nun nur ob oder ohne schon sehr seine seit sich sie sind so soll sollte
    sondern sonst tag trotzdem über um und uns unser unsere unseren unter viel viele vielen vom von vor wann war
    waren warum was weil welche welchem welchen welcher welches wenn wer werde werden weshalb wie wieder wieso will
    wir wird wo wohin wurde würde zu zum zur`,
  es: `a además ahora al algo alguien algún alguna algunas alguno ante antes aquí así aún aunque ayuda ayudar bien buenas
    bueno buenos cada casi como cómo con cual cuál cuales cuáles cuando cuándo de debe debo del desde después días
    donde dónde durante e el él ella ellas ellos en entonces entre era eres es esa ese eso esta ésta está estaba están
    estar estas este esto estos estoy fue funciona gracias ha había hace hacer hacia han hasta hay haya he hemos hola
    la las le les lo los luego mas más me mi mis mismo mucho muchas muy nada necesito ni ningún no nos nosotros nuestra
    nuestro nunca o os otra otro para pero poco podéis podemos poder podría podrían por porque pregunta puede pueden
    puedo pues que qué querer quería quiero quien quién saludos se sea ser si sí siempre sin sobre solo sólo son soy su
    sus también tampoco tan tanto te tener tengo tiene tienen todavía todo todos tu tus un una unas uno unos usted
    ustedes vez y ya yo`,
  fr: `a afin ai aide aider ainsi alors après as au aucun aucune aussi autre autres aux avant avec avez avoir avons
    beaucoup besoin bien bonjour bonsoir c ça car ce ceci cela celle celui ces cet cette chaque chez chose comme
    comment cordialement d dans de depuis des deux dois doit donc dont du elle elles en encore entre es est et étais
    était êtes être eu fait faire faut fonctionne fois ici il ils j jamais je jusqu l la là le les leur leurs lors lorsque
    lui m ma mais me même merci mes mettre moi moins mon n ne ni non nos notre nous on ont ou où par parce pas peu peut
    peuvent peux plus plusieurs possible pour pourquoi pourrais pourriez pouvez pouvoir presque puis puisque qu quand que
    quel quelle quelles quelque quels question qui quoi s sa sans se sera ses si son sont sous souhaite suis sur t ta te
    tes toi ton toujours tous tout toute toutes très trop tu un une va vers veut veux voici voilà vos votre voudrais vous
    vraiment y`,
  pt: `a agora ainda ajuda algo alguém algum alguma antes ao aos apenas aqui as às assim até bem boa bom cada com como
    consigo contra da das de depois desde do dos duas e é ela ele eles em então entre era essa esse esta está estão estar
    este eu fazer foi há isso isto já lhe mais mas me mesmo meu meus minha minhas muito na não nas nem nenhum no nos
    nossa nosso num nunca o obrigada obrigado olá onde os ou outra outro para pela pelo pergunta pode podem poderia por
    porque posso preciso qual quais quando que quem quero se sem ser seu seus só sobre são sua suas também te tem tenho
    ter teu toda todos tudo um uma vez você vocês`,
  it: `a adesso ai aiuto al alla alle altra altro anche ancora avere bene buongiorno che chi ci ciao come con cosa così
    cui da dal dalla dei del della delle deve devo di dopo dove dovrei due e è era essere fa fare fino fra gli grazie ha
    hanno ho i il in io la le lo loro ma me mentre mi mia miei mio molto ne nel nella nessun niente noi non nostra nostro
    o ogni ora per perché però più poi possiamo posso potete potrei prima può qual quale quali quando quanto quella
    quello questa queste questo qui salve se sempre senza si sì sia sono sta su sua subito sul suo tra tu tutti tutto
    un una uno vi voglio volta vorrei vostra vostro`,
  nl: `aan af al alle als altijd andere ben bij bent dan dank dat de deze die dit doe doen door dus een en er ge geen
    graag had haar hallo hebben hebt heb heeft hem het hier hij hoe hulp hun ik in is ja je jij jullie kan kunnen kunt
    maar mag me meer met mij mijn moet moeten na naar niet niets nog nu of om onder ons onze ook op over te tegen toch
    toen tot u uit uw van veel vraag voor waar waarom wanneer want waren was wat we wel werd werkt wie wij wil worden
    wordt zal ze zeer zelf zich zij zijn zo zonder`,
  sv: `alla att av bara behöver blir då de dem den det detta du efter ej eller en er ett fick finns för från fungerar
    får gör ha hade han har hej hjälp hon hos hur i ingen inte jag jo kan kunde man med men mig min mina mitt mycket ni
    någon något nu när och om oss på sig sin ska skulle som så tack till under upp ut vad var varför vi vid vill vilken
    är av eg eit ikke jeg hvordan hvorfor hvor hvad og til af det kan ikke min mit jer være blev skal`,
  pl: `a aby ale bardzo bez być chcę co czy dla dlaczego do dzień dobry dziękuję gdy gdzie go i ich ile ja jak jako
    jest jestem jeszcze już kiedy które który ma mam mi może moja moje mogę mój na nad nie o od oraz po pod pomoc proszę
    przed przez przy się są swój ta tak te tego ten to tu ty tylko w we witam wszystko z za ze że żeby`,
  ru: `а без был была были было быть в вам вас ваш все всё вы где да для до его ее её если есть еще ещё же за здравствуйте
    и из или им их к как какой когда кто ли мне могу мой можно моя мы на надо нас не нет ни но о об он она они от по
    под пожалуйста помогите после почему привет при с свой себя спасибо так также там то тоже только у уже хочу что
    чтобы это этот я`,
  tr: `ama bana ben benim bir bu çok da daha de değil diye gibi hala hangi hiç için ile ise kadar ki lütfen merhaba mi mı
    mu mü nasıl ne neden nerede niye o olarak olan oldu sonra şu teşekkürler var ve veya ya yok`,
  ja: `は が を に で と も の へ や か ね よ から まで より です ます でし まし でしょ た て だ する し さ せ れ れる られる いる い
    ある あり ない なく なり なる なっ こと もの ため よう どう どこ いつ なぜ 何 どの この その あの これ それ ください 下さい 教え 方法
    できる でき できます すれ ば たい ん 場合 お ご とき いい もらえ もらえる しまい みたい ほしい たら ませ また について による こんにちは
    ありがとう ござい ます お願い いたし 致し`,
  zh: `的 了 吗 呢 吧 我 你 您 他 是 在 不 有 和 就 都 也 要 会 能 可以 怎么 如何 什么 为什么 哪里 请 请问 谢谢 你好 我们 这个 那个 一个
    没有 想 怎么办 把 被 给 到 从 对 很 还`,
  ko: `어떻게 어디 어디서 어디에 언제 왜 무엇 무엇을 뭐 누가 어떤 얼마나 그리고 또한 또 그런데 그래서 하지만 저는 제가 제 나는 내가
    이 그 저 것 수 좀 다시 너무 아직 하나요 되나요 있나요 있습니다 없습니다 합니다 됩니다 해주세요 주세요 싶어요 싶습니다 괜찮나요
    받나요 안녕하세요 감사합니다`,
};

const LANGUAGES = Object.values(BY_LANGUAGE).map((words) => new Set(words.trim().split(/\s+/)));

/** The stop words of all languages. */
export const STOP_WORDS: ReadonlySet<string> = new Set(LANGUAGES.flatMap((words) => [...words]));

const [ENGLISH, ...OTHERS] = LANGUAGES;
const OTHER_SCRIPT = /[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u;

/** Detects whether a text is English, and the stop words of its language. */
export const languageOf = (
  words: readonly string[],
): { readonly isEnglish: boolean; isStopWord(word: string): boolean } => {
  const known = (language: ReadonlySet<string>) => words.filter((word) => language.has(word)).length;
  let [language, most] = [ENGLISH!, known(ENGLISH!)];
  for (const other of OTHERS) {
    const count = known(other);
    if (count > most) [language, most] = [other, count];
  }
  const isEnglish = language === ENGLISH && !words.some((word) => OTHER_SCRIPT.test(word));
  // Texts in other languages contain English words as well.
  return { isEnglish, isStopWord: (word) => language.has(word) || ENGLISH!.has(word) };
};
