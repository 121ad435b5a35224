"""Some six hundred first names that are common in France and in English-speaking countries."""

FRENCH = """
Marie Jeanne Françoise Monique Catherine Nathalie Isabelle Jacqueline Sylvie Martine Anne Christine Nicole Valérie
Sophie Sandrine Stéphanie Hélène Véronique Julie Christiane Céline Chantal Patricia Brigitte Laurence Annie Camille
Aurélie Dominique Élodie Émilie Laura Danielle Michèle Virginie Corinne Pauline Simone Élisabeth Caroline Christelle
Andrée Denise Claire Léa Sarah Charlotte Mélanie Delphine Florence Manon Evelyne Mathilde Josette Audrey Marguerite
Colette Karine Laetitia Suzanne Emma Marine Yvette Geneviève Paulette Béatrice Agnès Odette Amélie Lucie Louise
Alice Ginette Chloé Clara Inès Lola Jade Zoé Léna Lina Mila Rose Anna Louna Ambre Juliette Romane Agathe Jeanne Nina
Iris Romy Alba Olivia Léonie Mya Adèle Victoire Éva Eva Inaya Margaux Margot Capucine Elena Lou Valentine Clémence
Noémie Justine Océane Anaïs Morgane Maëlys Lilou Éléna Yasmine Sofia Maria Nour Alix Gabrielle Élise Elsa Victoria
Apolline Lana Lya Maya Blanche Fleur Violette Églantine Solène Gaëlle Maud Muriel Nadia Fatima Samira Leïla Aïcha
Khadija Sonia Estelle Fanny Coralie Cécile Joséphine Thérèse Bernadette Régine Solange Mireille Raymonde Arlette
Huguette Pascale Jean Pierre Michel André Philippe René Louis Alain Jacques Bernard Marcel Daniel Roger Robert Paul
Claude Christian Henri Georges Nicolas François Patrick Gérard Christophe Joseph Julien Maurice Laurent Frédéric
Éric David Stéphane Pascal Sébastien Alexandre Thierry Olivier Antoine Raymond Guy Dominique Charles Didier Marc
Thomas Vincent Yves Guillaume Lucien Maxime Jérôme Franck Bruno Serge Kevin Gilles Hervé Francis Joël Romain
Emmanuel Benoît Xavier Fabrice Patrice Anthony Florian Clément Jonathan Mathieu Quentin Cédric Alexis Adrien Arnaud
Valentin Hugo Lucas Théo Enzo Léo Gabriel Raphaël Arthur Jules Adam Maël Noah Liam Sacha Gabin Ethan Nathan Noé
Mohamed Tom Aaron Eden Malo Marius Martin Victor Mathis Axel Robin Timéo Rayan Ayden Yanis Samuel Simon Augustin
Gaspard Maxence Baptiste Bastien Rémi Damien Grégory Ludovic Mickaël Loïc Yann Erwan Gaël Tristan Tanguy Étienne
Édouard Eugène Fernand Gaston Gustave Léon Albert Alfred Alphonse Achille Amaury Basile Côme Cyril Denis Dylan Élie
Elias Fabien Félix Ferdinand Gilbert Ibrahim Ilyes Ismaël Jordan Karim Lionel Marvin Mehdi Nassim Noël Oscar Octave
Omar Rachid Régis Rodolphe Roland Samy Sylvain Ulysse Valère Walid Yassine Youssef Zacharie
"""
ENGLISH = """
Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Lisa Nancy Betty Sandra Margaret Ashley
Kimberly Emily Donna Michelle Carol Amanda Melissa Deborah Stephanie Rebecca Sharon Laura Cynthia Dorothy Amy
Kathleen Angela Shirley Emma Brenda Pamela Nicole Anna Samantha Katherine Christine Debra Rachel Carolyn Janet Maria
Olivia Heather Helen Catherine Diane Julie Victoria Joyce Lauren Kelly Christina Ruth Joan Virginia Judith Evelyn
Hannah Andrea Megan Cheryl Jacqueline Madison Teresa Abigail Sophia Martha Sara Gloria Janice Kathryn Ann Isabella
Judy Charlotte Julia Grace Amber Alice Jean Denise Frances Danielle Marilyn Natalie Beverly Diana Brittany Theresa
Kayla Alexis Doris Lori Tiffany Ava Mia Amelia Harper Ella Scarlett Lily Chloe Zoe Zoey Layla Riley Nora Hazel
Aurora Violet Stella Lucy Claire Ivy Skylar Bella Ruby Eva Sadie Faith Hope Joy Rose Daisy Poppy Jasmine Holly Heidi
Eleanor Ellie Freya Isla Imogen Georgia Florence Matilda Millie Phoebe Tilly Molly Esme Niamh Siobhan Maisie Summer
April May June Dawn Eve Gail Gwen Iris Jane Jill Joanna Kate Kim Lynn Mandy Nell Olive Paige Peggy Penny Rita Sally
Sue Tess James Robert John Michael David William Richard Joseph Thomas Christopher Charles Daniel Matthew Anthony
Mark Donald Steven Andrew Paul Joshua Kenneth Kevin Brian Timothy Ronald George Jason Edward Jeffrey Ryan Jacob
Nicholas Gary Eric Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel Gregory Alexander Patrick Frank
Raymond Jack Dennis Jerry Tyler Aaron Jose Adam Nathan Henry Zachary Douglas Peter Kyle Noah Ethan Jeremy Christian
Walter Keith Austin Roger Terry Sean Gerald Carl Dylan Harold Jordan Jesse Bryan Lawrence Arthur Gabriel Bruce Logan
Billy Joe Alan Juan Elijah Willie Albert Wayne Randy Mason Vincent Liam Roy Bobby Caleb Bradley Russell Lucas Oliver
Rob Will Bob Tom Tim Jim Dan Ben Sam Max Leo Luke Owen Wyatt Carter Julian Levi Isaac Lincoln Jaxon Asher Theodore
Hudson Ezra Hunter Cooper Parker Chase Cole Dean Des Drew Duke Earl Finn Ford Fred Gene Glen Grant Graham Guy Hank
Harry Hugh Ian Ivan Jake Jay Jeff Josh Ken Kit Kurt Lance Lee Luther Marshall Miles Neil Ned Nick Nigel Norman Oscar
Otis Pat Phil Ray Reed Rex Rick Rod Ross Rufus Rusty Saul Seth Sid Simon Stan Ted Toby Todd Tony Troy Vern Vic Wade
Ward Zack Case Casey Ashton Archer
"""
