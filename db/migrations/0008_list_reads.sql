DROP INDEX `carpools_day`;--> statement-breakpoint
INSERT INTO `versions` (`name`, `version`) VALUES ('offer', 0);--> statement-breakpoint
CREATE TRIGGER `airports_offer_insert` AFTER INSERT ON `airports` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `airports_offer_update` AFTER UPDATE ON `airports` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `airports_offer_delete` AFTER DELETE ON `airports` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `prices_offer_insert` AFTER INSERT ON `prices` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `prices_offer_update` AFTER UPDATE ON `prices` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `prices_offer_delete` AFTER DELETE ON `prices` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `special_periods_offer_insert` AFTER INSERT ON `special_periods` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `special_periods_offer_update` AFTER UPDATE ON `special_periods` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `special_periods_offer_delete` AFTER DELETE ON `special_periods` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `service_descriptions_offer_insert` AFTER INSERT ON `service_descriptions` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `service_descriptions_offer_update` AFTER UPDATE ON `service_descriptions` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `service_descriptions_offer_delete` AFTER DELETE ON `service_descriptions` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;
