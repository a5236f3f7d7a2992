/** Common first names in lower case, without those that are words or products as well: not mark, grace, ruby or jenkins. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  `aaron abigail adrian agnes agnieszka ahmed alan albert alberto alejandro aleksandra alessandro alexander alexandra
  alexandre alfred ali alice alicia alison amanda amelia amy ana anastasia andrea andreas andrew andrzej angela anita
  anjali ann anna anne annette anthony antoine antonio arjun arthur ashley astrid audrey axel barbara bartosz beatrice
  benjamin bernard bernd beth betty björn brandon brenda brian britta bruno camille carla carlos carmen caroline
  catherine cécile céline chloé chris christina christine christopher cindy claire clara
  claudia cynthia daniel daniela danielle dave david deborah debra dennis derek diana diane diego dieter dmitri
  dmitry donald donna doris dorothy douglas edith edward eduardo eleanor elena elisabeth elise elizabeth ella ellen
  emily emma enrique eric erik erika ernst esther eugene eva evelyn fatima federico fernando florian francesca
  francesco francis francisca francisco françois frank franz fred frédéric frederick fritz gabriel gabriela gary geoffrey
  george georg gerald gerhard gianni giovanni giulia giuseppe gloria gonzalo graham greg gregory guillaume günter hannah
  hans harald harold harry hassan heather heidi heike heinrich helen helena helga henrik henry hiroshi holger howard
  ian ibrahim ines ingrid irina isabel isabella isabelle ivan jacob jacqueline jakob jakub james jamie jan jane
  janet janice jason javier jean jeff jeffrey jennifer jens jeremy jerry jesse jessica jesús jill jim joan joanna joão
  joe joel johan johann johannes john johnny jonas jonathan jörg jorge josé josef joseph joshua joyce juan judith judy
  julian julie julien jürgen justin kaito karen karin karl karolina kate katarzyna katharina katherine kathleen
  kathryn katja keith kelly ken kenneth kenji kevin kim klaus krzysztof kyle lars laura lauren laurent leila lena
  leonardo leonie liam linda lisa liz lorenzo louis louise luca lucas lucia lucy luis luisa lukas łukasz maciej magdalena
  małgorzata manfred manuel marc marcel marcin marco marcus margaret margarita maria marian marie marilyn mario marion
  markus marta martha martin martina mary mateusz matteo matthew matthias maurice megan mehmet melanie melissa
  michael michał michel michele michelle miguel mike mikhail mohamed mohammad mohammed monica monika muhammad
  mustafa nancy natalia natalie natasha nathan nicholas nicola nicolas nicole nikolai nina noah nora norbert olaf oleg
  olga oliver olivia omar oscar pablo pamela paolo patricia patrick paul paula pauline pavel pedro peggy peter
  petra philip philippe phillip pierre pilar piotr priya rachel rafael rahul rainer ralf ralph raymond rebecca renate ricardo richard rita robert roberto rodrigo roger roland ronald rosa roy russell ruth ryan sabine sabrina
  samantha samuel sandra sanjay sara sarah scott sean sebastian sergei sergio sharon shirley silke silvia simone sofia
  sonja sophia sophie stefan stefanie stephanie stephen steve steven sunita susan susanne sven sylvia tanja tatiana
  teresa theodore theresa thomas tim timothy tina tobias tom tomasz ulrich ulrike ursula valentina vanessa vera
  verena veronica vincent vincenzo vladimir walter wei wendy werner wilhelm william wolfgang xavier
  yasmin yuki yusuf yvonne zoe`.split(/\s+/),
);
